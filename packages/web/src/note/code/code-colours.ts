/**
 * Colours the words of code blocks. The browser paints ranges (CSS custom highlights), so neither the readable text nor
 * the editor's document is touched, and no key waits for it. Browsers that cannot do so show plain code.
 */
import './code-colours.css'
import { common, createLowlight } from 'lowlight'

/** The part of a syntax tree that is read here. */
type Tree = { type: string; value?: string; children?: Tree[]; properties?: { className?: unknown } }

const lowlight = createLowlight(common)

/** Longer code is left plain: reading it would hold the page. Characters. */
const MOST_CHARACTERS = 20_000

/** The classes of the grammars, by the few kinds that have a colour. */
const kinds: Readonly<Record<string, string>> = {
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-keyword': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-tag': 'keyword',
  'hljs-name': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-addition': 'string',
  'hljs-number': 'number',
  'hljs-symbol': 'number',
  'hljs-bullet': 'number',
  'hljs-title': 'name',
  'hljs-section': 'name',
  'hljs-selector-class': 'name',
  'hljs-selector-id': 'name',
  'hljs-type': 'type',
  'hljs-built_in': 'type',
  'hljs-attr': 'type',
  'hljs-attribute': 'type',
  'hljs-variable': 'type',
  'hljs-meta': 'meta',
  'hljs-deletion': 'meta',
}

type Token = { readonly kind: string; readonly from: number; readonly to: number }

/** Which parts of the code are of which kind; nothing for a language that no grammar is there for. */
export function codeTokens(code: string, language: string): Token[] {
  if (code.length > MOST_CHARACTERS || !lowlight.registered(language)) return []
  const tokens: Token[] = []
  let at = 0
  const visit = (node: Tree, inherited: string | null): void => {
    if (node.type === 'text') {
      const from = at
      at += node.value?.length ?? 0
      if (inherited !== null) tokens.push({ kind: inherited, from, to: at })
      return
    }
    const names = Array.isArray(node.properties?.className) ? node.properties.className : []
    const own = names.map((name) => kinds[String(name)]).find((kind) => kind !== undefined)
    for (const child of node.children ?? []) visit(child, own ?? inherited)
  }
  visit(lowlight.highlight(language, code) as Tree, null)
  return tokens
}

type Painted = { readonly kind: string; readonly range: StaticRange }

const painted = new WeakMap<Element, readonly Painted[]>()

const registryName = (kind: string): string => `code-${kind}`

export function unpaintCode(pre: Element): void {
  for (const { kind, range } of painted.get(pre) ?? []) CSS.highlights.get(registryName(kind))?.delete(range)
  painted.delete(pre)
}

/** Paints one code block anew; its former colours go. */
export function paintCode(pre: Element): void {
  if (!('highlights' in CSS)) return
  unpaintCode(pre)
  const code = pre.querySelector('code')
  const language = /(?:^|\s)language-(\S+)/.exec(code?.className ?? '')?.[1]
  if (!code || !pre.isConnected || language === undefined) return
  const tokens = codeTokens(code.textContent, language)
  const ranges = rangesOf(code, tokens)
  for (const { kind, range } of ranges) {
    const name = registryName(kind)
    const highlight = CSS.highlights.get(name) ?? new Highlight()
    highlight.add(range)
    CSS.highlights.set(name, highlight)
  }
  painted.set(pre, ranges)
}

function rangesOf(code: Element, tokens: readonly Token[]): Painted[] {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  const ranges: Painted[] = []
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

/** Colours every code block under the element; gives what takes the colours away. */
export function paintCodeIn(root: Element): () => void {
  const blocks = [...root.querySelectorAll('pre')]
  for (const pre of blocks) paintCode(pre)
  return () => blocks.forEach(unpaintCode)
}
