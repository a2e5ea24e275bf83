import { useEffect, type RefObject } from 'react'
import { useRouter } from '@tanstack/react-router'
import './find-colours.css'

/** The words are scrolled to after this time, and marked until that. */
const scrollMs = 100
const clearMs = 2000
const highlightName = 'note-found'

/** `?find=words&near=offset` in the URL: shows these words where a search found them, and forgets the request. */
export function useRequestedFind(root: RefObject<HTMLElement | null>, html: string): void {
  const router = useRouter()
  useEffect(() => {
    const asked = new URLSearchParams(location.search)
    const words = asked.get('find')
    if (words === null || root.current === null) return
    const near = Number(asked.get('near') ?? 0)
    const { pathname, hash, state } = router.latestLocation
    router.history.replace(pathname + (hash ? `#${hash}` : ''), state)
    // Not cleared when the effect ends: removing the request ends it.
    setTimeout(() => {
      if (root.current) void showWords(root.current, words, near)
    }, scrollMs)
  }, [root, router, html])
}

async function showWords(root: HTMLElement, words: string, near: number): Promise<void> {
  const { findRanges } = await import('./find-ranges.ts')
  const ranges = findRanges(root, words, { isCaseSensitive: true, isWholeWord: false })
  const found = nearest(root, ranges, near)
  if (!found) return
  found.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  if (!('highlights' in CSS)) return
  CSS.highlights.set(highlightName, new Highlight(found))
  setTimeout(() => CSS.highlights.delete(highlightName), clearMs)
}

/** The offset counts the characters of the note's text, which differs a little from that of the page. */
function nearest(root: HTMLElement, ranges: readonly StaticRange[], near: number): StaticRange | null {
  let best: { range: StaticRange; distance: number } | null = null
  for (const range of ranges) {
    const before = document.createRange()
    before.setStart(root, 0)
    before.setEnd(range.startContainer, range.startOffset)
    const distance = Math.abs([...before.toString()].length - near)
    if (best === null || distance < best.distance) best = { range, distance }
  }
  return best?.range ?? null
}
