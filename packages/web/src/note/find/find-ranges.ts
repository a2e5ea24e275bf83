import { openTogglesAround } from '../../writing/index.ts'
import { findMatches, type FindOptions } from './find-matches.ts'

/** Upper limit of matches: nobody steps through more, and highlighting them would block the page. */
export const MAX_MATCHES = 2000

export const textBlocks = 'p, h1, h2, h3, h4, h5, pre'

/** Carets of colleagues are inside the text but not part of it. */
const nonText = '.note-caret'

/** All matches under the element, in document order. A match may span marks, but not blocks. */
export function findRanges(
  root: Element,
  words: string,
  options: FindOptions,
  blocks: string = textBlocks,
): StaticRange[] {
  const ranges: StaticRange[] = []
  if (words === '') return ranges
  for (const block of root.querySelectorAll(blocks)) {
    const texts = textNodesIn(block)
    const found = findMatches(texts.map(({ data }) => data).join(''), words, options)
    let index = 0
    let start = 0
    for (const { from, to } of found) {
      while (start + (texts[index]?.data.length ?? 0) <= from) start += texts[index++]?.data.length ?? 0
      let endIndex = index
      let endStart = start
      while (endStart + (texts[endIndex]?.data.length ?? 0) < to) endStart += texts[endIndex++]?.data.length ?? 0
      const [first, last] = [texts[index], texts[endIndex]]
      if (!first || !last) break
      ranges.push(
        new StaticRange({
          startContainer: first,
          startOffset: from - start,
          endContainer: last,
          endOffset: to - endStart,
        }),
      )
      if (ranges.length === MAX_MATCHES) return ranges
    }
  }
  return ranges
}

function textNodesIn(block: Element): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest(nonText) === null) texts.push(node as Text)
  }
  return texts
}

/** The first match that is not above the viewport, otherwise the first one. */
export function firstVisible(root: Element, ranges: readonly StaticRange[]): number {
  const { left, width } = root.getBoundingClientRect()
  const element = document.elementFromPoint(left + width / 2, 140)
  if (!element || !root.contains(element) || element === root) return 0
  const index = ranges.findIndex(({ startContainer }) => {
    const relation = element.compareDocumentPosition(startContainer)
    return (relation & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0
  })
  return Math.max(0, index)
}

const matchesHighlight = 'note-found'
const currentMatchHighlight = 'note-found-current'

/** Highlighted by the browser; neither the text nor the editor's document changes. */
export function highlightRanges(ranges: readonly StaticRange[], index: number): void {
  if (!('highlights' in CSS)) return
  const [one, others] = [ranges[index], ranges.filter((_, at) => at !== index)]
  CSS.highlights.set(matchesHighlight, new Highlight(...others))
  const shown = new Highlight(...(one ? [one] : []))
  shown.priority = 1
  CSS.highlights.set(currentMatchHighlight, shown)
}

export function clearHighlights(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(matchesHighlight)
  CSS.highlights.delete(currentMatchHighlight)
}

/**
 * Scrolls to the middle of the viewport, twice, because parts of long notes get their height only when they come near.
 */
export function scrollToRange(range: StaticRange | undefined): void {
  const element = range?.startContainer.parentElement
  if (!element) return
  openTogglesAround(element)
  const show = () => element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  show()
  requestAnimationFrame(() => requestAnimationFrame(show))
}
