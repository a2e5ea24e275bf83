/**
 * Which side of a draft its page shows: the recording, or one of the notes. The opening rule decides once there is a
 * recording to choose; afterwards only the person does, or a URL that leads here, such as that of a search result.
 * Pins and tabs that change in the meantime move nobody.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useMatch, useRouter } from '@tanstack/react-router'
import {
  initialView,
  selectTab,
  type ArticleMode,
  type ArticleView,
} from '@knowreel/shared/article/article-mode.rules.ts'
import { removeSearchParameter } from '../../ui/page/remove-search-parameter.ts'
import type { DraftFields } from './draft/draft-fields.ts'

type DraftViewInput = {
  tabs: DraftFields['tabs']
  /** The draft had text when it was opened. */
  hasText: boolean
  /** Of the recording, in milliseconds; 0 for none. */
  duration: number
  /** A recording is being uploaded. */
  isOnItsWay: boolean
  /** The mode in the URL. */
  mode: ArticleMode | null
  /** The tab that was being read before. */
  readTabId: string | undefined
  /** Focuses the first note. */
  shouldFocus: boolean
}

type DraftView = {
  side: ArticleView
  active: DraftFields['tabs']['list'][number] | undefined
  isFocusWanted: boolean
  /** Shows a tab for writing. */
  show: (tabId: string) => void
  /** Shows a tab for reading first, as links do. */
  lead: (tabId: string) => void
  choose: (mode: ArticleMode) => void
  showRecording: () => void
}

export function useDraftView(input: DraftViewInput): DraftView {
  const { tabs, duration, isOnItsWay, mode } = input
  const request = useRequestedView()
  const [handled, setHandled] = useState(request)
  const [chosenId, setChosenId] = useState(request?.tabId ?? input.readTabId)
  /** The note that is shown while there is no recording and nobody has chosen one. */
  const [shownId, setShownId] = useState<string | null>(null)
  const [askedMode, setAskedMode] = useState(mode)
  const [isWriting, setWriting] = useState(false)
  const [isOpened, setOpened] = useState(false)
  const [isFocusWanted, setFocusWanted] = useState(input.shouldFocus)

  const hasRecording = duration > 0 || isOnItsWay
  const opening = initialView(
    {
      pinnedNote: tabs.pinnedId,
      duration,
      isNotUploadedVideo: isOnItsWay,
      isHasText: input.hasText && tabs.list.length > 0,
      textTabs: tabs.list,
    },
    chosenId === undefined ? askedMode : null,
    chosenId ?? (hasRecording ? null : shownId),
  )
  // Choosing the notes of a recording that has none means writing them; a deleted note leads to the next one.
  const hasChosenNotes = isWriting || (chosenId !== undefined && tabs.list.length > 0)
  const side = hasChosenNotes && opening.mode === 'video' ? selectTab(tabs.list[0]?.id ?? null) : opening
  const active = tabs.list.find(({ id }) => id === side.activeTabId)

  const show = useCallback((tabId: string) => {
    setChosenId(tabId)
    setFocusWanted(true)
  }, [])
  const lead = useCallback((tabId: string) => {
    setChosenId(tabId)
    setFocusWanted(false)
  }, [])
  const choose = (next: ArticleMode) => {
    setAskedMode(next)
    setWriting(next === 'notes')
    setChosenId(next === 'notes' ? (active ?? tabs.list[0])?.id : undefined)
  }
  const showRecording = useCallback(() => {
    setAskedMode('video')
    setWriting(false)
    setChosenId(undefined)
  }, [])

  if (!hasRecording && opening.activeTabId !== shownId) setShownId(opening.activeTabId)
  if (!isOpened && hasRecording) {
    setOpened(true)
    setAskedMode(opening.mode)
    setChosenId(opening.activeTabId ?? undefined)
  }
  if (request !== null && request !== handled) {
    setHandled(request)
    if (request.tabId !== undefined) lead(request.tabId)
    else if (request.entry !== handled?.entry && mode !== null && mode !== side.mode) choose(mode)
  }
  return { side, active, isFocusWanted, show, lead, choose, showRecording }
}

type RequestedView = {
  /** The entry of the history: the same URL opened again is another request. */
  readonly entry: number
  readonly tabId: string | undefined
}

/** What the URL of the draft requests; null while the user is on the way to another page. */
function useRequestedView(): RequestedView | null {
  const router = useRouter()
  const here = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const isHere = useLocation({ select: ({ pathname }) => pathname === here })
  const entry = useLocation({ select: ({ state }) => state.__TSR_index })
  const tabId = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('tab') || undefined })
  const isTabRequested = isHere && tabId !== undefined
  useEffect(() => {
    if (isTabRequested) removeSearchParameter(router, 'tab')
  }, [isTabRequested, router])
  return useMemo(() => (isHere ? { entry, tabId } : null), [isHere, entry, tabId])
}
