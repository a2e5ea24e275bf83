import { useEffect, useRef } from 'react'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { useAnchoredComments } from '../comment.queries.ts'
import { usePanelState } from '../panel/panel-state.ts'
import { registerQuoteLocator } from '../quote-locator.ts'
import { useVisibleNote } from './visible-note.ts'

type QuoteNavigatorProps = {
  articleId: string
  /** The ids of all existing tabs. */
  tabIds: readonly string[]
  /** Shows a tab, also from the recording view. */
  onOpenTab: (tabId: string) => void
}

const noOrphans: ReadonlySet<string> = new Set()

/** Navigates from comments to their words in any tab, also for a comment named in the URL. */
export function QuoteNavigator(props: QuoteNavigatorProps) {
  return readToken() === null ? null : <SignedInQuoteNavigator {...props} />
}

function SignedInQuoteNavigator({ articleId, tabIds, onOpenTab }: QuoteNavigatorProps) {
  const note = useVisibleNote()
  const comments = useAnchoredComments(articleId)
  const target = usePanelState((panel) => panel.target)
  /** The thread whose tab is being opened. */
  const awaited = useRef<string | null>(null)
  const answered = useRef(0)
  const latest = useRef((_comment: Comment): void => undefined)

  useEffect(() => {
    latest.current = ({ id, parentId, quote }) => {
      const threadId = parentId ?? id
      if (note?.scrollToThread(threadId)) return
      const tabId = quote?.textTabId
      if (!tabId || !tabIds.includes(tabId) || note?.tabId === tabId) return
      awaited.current = threadId
      onOpenTab(tabId)
    }
  }, [note, tabIds, onOpenTab])

  useEffect(
    () =>
      registerQuoteLocator({
        orphans: note?.orphans ?? noOrphans,
        scrollToQuote: (comment) => latest.current(comment),
      }),
    [note],
  )

  useEffect(() => {
    if (awaited.current !== null && note?.scrollToThread(awaited.current)) awaited.current = null
  }, [note])

  // Each request is handled once, whether or not its comment is loaded.
  useEffect(() => {
    if (target === null || answered.current === target.requestId) return
    const wanted = comments.find(({ id }) => id === target.id)
    const thread = comments.find(({ id }) => id === (wanted?.parentId ?? target.id))
    if (!thread) return
    answered.current = target.requestId
    if (thread.quote) latest.current(thread)
  }, [target, comments])
  return null
}
