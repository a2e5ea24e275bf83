import type { AnyRouter } from '@tanstack/react-router'
import './find-colours.css'
import { findRanges } from './find-ranges.ts'

/** The words are scrolled to after this time, and marked until that. */
const scrollMs = 100
const clearMs = 2000
const highlightName = 'note-found'

/** Shows the words that `?find=words&near=offset` asks for, where a search found them, and forgets the request. */
export function showRequestedFind(root: HTMLElement, router: AnyRouter): void {
  const asked = new URLSearchParams(location.search)
  const words = asked.get('find')
  if (words === null) return
  const near = Number(asked.get('near') ?? 0)
  const { pathname, hash, state } = router.latestLocation
  router.history.replace(pathname + (hash ? `#${hash}` : ''), state)
  setTimeout(() => showWords(root, words, near), scrollMs)
}

function showWords(root: HTMLElement, words: string, near: number): void {
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
