/**
 * Text of a note's blocks as rendered, in the readable text and in the editor alike. It equals the text that
 * shared/comment/quotable-blocks.rules.ts reads from the note's data: characters, line breaks and names of people. Carets
 * of colleagues, images and unknown parts have no text.
 */
import { type KeyedText, type QuoteAnchor, createQuote } from '@knowreel/shared/comment/quote-anchor.rules.ts'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'

const blockSelector = ':is(p, h1, h2, h3, h4, h5, pre)'
const keyedBlockSelector = `${blockSelector}[data-key]`
const ignoredSelector =
  '.note-caret, [data-unknown], [data-type="image"], [contenteditable="false"]:not([data-mention])'

type TextSegment = { readonly node: Text | HTMLBRElement; readonly text: string }

function textSegmentsIn(block: Element): TextSegment[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text || node instanceof HTMLBRElement) return NodeFilter.FILTER_ACCEPT
    return node instanceof Element && node.matches(ignoredSelector) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
  })
  const pieces: TextSegment[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) pieces.push({ node, text: node.data })
    // The editor ends an open line with its own break.
    else if (node instanceof HTMLBRElement && !node.classList.contains('ProseMirror-trailingBreak'))
      pieces.push({ node, text: '\n' })
  }
  return pieces
}

export const closestBlock = (node: Node | null): HTMLElement | null =>
  (node instanceof Element ? node : (node?.parentElement ?? null))?.closest<HTMLElement>(keyedBlockSelector) ?? null

/** A quotable block and its element. */
type RenderedBlock = KeyedText & { readonly element: HTMLElement }

/** Every quotable block. Known texts are not read again. */
export function readBlocks(root: Element, known: WeakMap<Element, string>): RenderedBlock[] {
  return [...root.querySelectorAll<HTMLElement>(keyedBlockSelector)].map((element) => {
    const text = known.get(element) ?? readText(element)
    known.set(element, text)
    return { key: element.dataset['key'] ?? '', text, element }
  })
}

const readText = (block: Element): string =>
  textSegmentsIn(block)
    .map(({ text }) => text)
    .join('')

/** The range of words in their block; a live range, so it follows small changes. */
export function createBlockRange(block: Element, offset: number, length: number): Range | null {
  const range = document.createRange()
  let at = 0
  let hasStart = false
  for (const { node, text } of textSegmentsIn(block)) {
    const end = at + text.length
    if (!hasStart && offset < end) {
      if (node instanceof Text) range.setStart(node, offset - at)
      else range.setStartBefore(node)
      hasStart = true
    }
    if (hasStart && offset + length <= end) {
      if (node instanceof Text) range.setEnd(node, offset + length - at)
      else range.setEndAfter(node)
      return range
    }
    at = end
  }
  return null
}

/**
 * The quote of the selection; across several blocks, the text in the first block that has some. Null if nothing can be
 * quoted.
 */
export function quoteFromRange(root: Element, range: Range): QuoteAnchor | null {
  for (const block of root.querySelectorAll<HTMLElement>(blockSelector)) {
    if (!range.intersectsNode(block)) continue
    const { text, from, to } = selectedTextIn(block, range)
    const words = text.slice(from, to)
    if (words.trim() === '') continue
    const key = block.dataset['key']
    if (key === undefined || text.length > commentLimits.quoteText) return null
    const start = from + words.length - words.trimStart().length
    return createQuote({ key, text }, start, words.trim().length)
  }
  return null
}

function selectedTextIn(block: Element, range: Range): { text: string; from: number; to: number } {
  let text = ''
  let from: number | null = null
  let to = 0
  for (const piece of textSegmentsIn(block)) {
    const at = text.length
    text += piece.text
    if (!range.intersectsNode(piece.node)) continue
    const isFirst = piece.node === range.startContainer
    const isLast = piece.node === range.endContainer
    from ??= at + (isFirst ? range.startOffset : 0)
    to = isLast ? at + range.endOffset : text.length
  }
  return { text, from: from ?? 0, to }
}
