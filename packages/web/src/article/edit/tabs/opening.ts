/** What an edit page shows first, and what a search result shows in it later. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { initialView, type ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'

/** A search result names the tab with the words (`?tab=id`). */
export const readTab = (url: string): string | undefined =>
  new URL(url, location.origin).searchParams.get('tab') ?? undefined

/** The mode in which a recording opens; what its author does with the notes later does not change it. */
export const openingMode = ({ duration, isHasText, pinnedNote, textTabs }: Article): ArticleMode | null =>
  duration > 0
    ? initialView({ duration, isHasText, pinnedNote, textTabs: textTabs.map(({ id }) => ({ id })) }).mode
    : null

/** A search result can lead to another part of the draft that is open. */
export function useOpenedResult(onTab: (tabId: string) => void, onVideo: () => void): void {
  const navigate = useNavigate()
  const key = useLocation({ select: ({ state }) => state.__TSR_key })
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const handledKey = useRef(key)
  useEffect(() => {
    const tabId = readTab(path)
    const isOther = handledKey.current !== key
    handledKey.current = key
    if (isOther && tabId !== undefined) onTab(tabId)
    else if (isOther && /\/video\?(?:.*&)?t=/.test(path)) onVideo()
    // Only a search result has it: a copied URL would open this tab for ever.
    if (tabId !== undefined)
      void navigate({ to: '.', search: (asked) => ({ ...asked, tab: undefined }), replace: true })
    // eslint-disable-next-line react/exhaustive-deps
  }, [key, path])
}
