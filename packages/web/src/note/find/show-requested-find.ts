import type { AnyRouter } from '@tanstack/react-router'
import './find-colours.css'
import { openTogglesAround } from '../../writing/index.ts'
import { findRanges, textBlocks } from './find-ranges.ts'

/** The words are scrolled to after this time, and marked until that. */
const scrollMs = 100
const clearMs = 2000
const highlightName = 'note-found'
let clearing: ReturnType<typeof setTimeout> | undefined

/**
 * Shows what the URL requests, where a search found it, and removes the request: words of the note
 * (`?find=words&near=offset`), or a picture or attachment (`?file=path`).
 */
export function showRequestedFind(root: HTMLElement, router: AnyRouter): void {
  const asked = new URLSearchParams(location.search)
  const words = asked.get('find')
  const file = asked.get('file')
  if (words === null && file === null) return
  const near = Number(asked.get('near') ?? 0)
  for (const name of ['find', 'near', 'file']) asked.delete(name)
  const { pathname, hash, state } = router.latestLocation
  router.history.replace(pathname + (asked.size > 0 ? `?${asked}` : '') + (hash ? `#${hash}` : ''), state)
  setTimeout(() => (words === null ? showFile(root, file ?? '') : show(findWords(root, words, near))), scrollMs)
}

function findWords(root: HTMLElement, words: string, near: number): AbstractRange | null {
  // The search also finds the titles of embeds, which nobody replaces.
  const blocks = `${textBlocks}, [data-part=title]`
  return nearest(root, findRanges(root, words, { isCaseSensitive: true, isWholeWord: false }, blocks), near)
}

/** The card of an attachment is marked at its name, and a picture by its frame. */
function showFile(root: HTMLElement, path: string): void {
  const frame = Array.from(root.querySelectorAll<HTMLElement>('[data-type="image"]')).find(
    (image) => image.querySelector('img')?.dataset['src'] === path,
  )
  if (frame) return showPicture(frame)
  const cards = root.querySelectorAll<HTMLElement>('[data-type="fileAttachment"]')
  const name = Array.from(cards)
    .find(({ dataset }) => dataset['url'] === path)
    ?.querySelector('[data-part="name"]')
  if (!name) return
  const range = document.createRange()
  range.selectNodeContents(name)
  show(range)
}

function showPicture(frame: HTMLElement): void {
  openTogglesAround(frame)
  frame.scrollIntoView({ block: 'center' })
  frame.dataset['found'] = ''
  setTimeout(() => delete frame.dataset['found'], clearMs)
}

function show(found: AbstractRange | null): void {
  if (!found) return
  const { startContainer: start } = found
  const element = start instanceof Element ? start : start.parentElement
  openTogglesAround(element)
  element?.scrollIntoView({ block: 'center' })
  if (!('highlights' in CSS)) return
  CSS.highlights.set(highlightName, new Highlight(found))
  clearTimeout(clearing)
  clearing = setTimeout(() => CSS.highlights.delete(highlightName), clearMs)
}

/** The offset is that of the note's text, which differs a little from that of the page. */
function nearest(root: HTMLElement, ranges: readonly StaticRange[], near: number): StaticRange | null {
  let best: { range: StaticRange; distance: number } | null = null
  for (const range of ranges) {
    const before = document.createRange()
    before.setStart(root, 0)
    before.setEnd(range.startContainer, range.startOffset)
    const distance = Math.abs(before.toString().length - near)
    if (best === null || distance < best.distance) best = { range, distance }
  }
  return best?.range ?? null
}
