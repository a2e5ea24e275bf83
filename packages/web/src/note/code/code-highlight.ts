/**
 * Highlights code blocks with CSS custom highlights, which paint ranges. Neither the readable text nor the editor's
 * document changes, and typing is not delayed. Browsers without support show plain code.
 */
import './code-highlight.css'
import {
  MAX_HIGHLIGHTED_CODE,
  flattenTokens,
  type CodeToken,
  type CodeTree,
} from '@knowreel/shared/note/code-tokens.ts'
import { common, createLowlight } from 'lowlight'

const lowlight = createLowlight(common)

/** Empty if there is no grammar for the language. */
export function codeTokens(code: string, language: string): CodeToken[] {
  if (code.length > MAX_HIGHLIGHTED_CODE || !lowlight.registered(language)) return []
  return flattenTokens(lowlight.highlight(language, code) as CodeTree)
}

type CodeHighlight = { readonly kind: string; readonly range: StaticRange }

const highlightsByBlock = new WeakMap<Element, readonly CodeHighlight[]>()

const highlightName = (kind: string): string => `code-${kind}`

export function unhighlightCode(pre: Element): void {
  for (const { kind, range } of highlightsByBlock.get(pre) ?? []) CSS.highlights.get(highlightName(kind))?.delete(range)
  highlightsByBlock.delete(pre)
}

/** Repaints one code block; replaces its previous colours. */
export function highlightCode(pre: Element): void {
  if (!('highlights' in CSS)) return
  unhighlightCode(pre)
  const code = pre.querySelector('code')
  const language = /(?:^|\s)language-(\S+)/.exec(code?.className ?? '')?.[1]
  if (!code || !pre.isConnected || language === undefined) return
  const tokens = codeTokens(code.textContent, language)
  const ranges = createHighlights(code, tokens)
  for (const { kind, range } of ranges) {
    const name = highlightName(kind)
    const highlight = CSS.highlights.get(name) ?? new Highlight()
    highlight.add(range)
    CSS.highlights.set(name, highlight)
  }
  highlightsByBlock.set(pre, ranges)
}

function createHighlights(code: Element, tokens: readonly CodeToken[]): CodeHighlight[] {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  const ranges: CodeHighlight[] = []
  let node = walker.nextNode()
  let start = 0
  for (const { kind, from, to } of tokens) {
    let at = from
    while (node && at < to) {
      const length = node.nodeValue?.length ?? 0
      if (at >= start + length) {
        start += length
        node = walker.nextNode()
        continue
      }
      const end = Math.min(to, start + length)
      const range = new StaticRange({
        startContainer: node,
        startOffset: at - start,
        endContainer: node,
        endOffset: end - start,
      })
      ranges.push({ kind, range })
      at = end
    }
  }
  return ranges
}

/** Colours every code block under the element; returns a function that removes the colours. */
export function highlightCodeIn(root: Element): () => void {
  const blocks = [...root.querySelectorAll('pre')]
  for (const pre of blocks) highlightCode(pre)
  return () => blocks.forEach(unhighlightCode)
}
