/**
 * Renderers for `marked`, which this package does not import: alerts of GitHub (`> [!NOTE]`) become callouts, `[TOC]`
 * becomes a table of contents. Escaped brackets stay text.
 */
import { namedCalloutKind } from '../note/callout-kinds.ts'

type Token = { type: string; raw: string; text?: string; tokens?: Token[] }
type Renderer = { parser: { parse(tokens: Token[]): string } }

export const noteMarkdownRenderer = {
  /** False: rendered as usual. */
  blockquote(this: Renderer, { tokens }: { tokens: Token[] }): string | false {
    const [first, ...others] = tokens
    const [mark, name = ''] = (first?.type === 'paragraph' && /^\[!([a-z]+)\][ \t]*(?:\n|$)/i.exec(first.raw)) || []
    const kind = namedCalloutKind(name)
    if (first === undefined || mark === undefined || kind === null) return false
    const rest = withoutStart(first.tokens ?? [], mark)
    const text = this.parser.parse(rest.length === 0 ? others : [{ ...first, tokens: rest }, ...others])
    return `<div data-type="callout" data-kind="${kind}">${text}</div>`
  },

  paragraph({ raw }: { raw: string }): string | false {
    return /^\s*\[(?:TOC|\[_TOC_\])\]\s*$/i.test(raw) && '<nav data-type="tableOfContents"></nav>'
  },
}

/** A line break that is kept is a token of its own. */
function withoutStart([first, ...others]: Token[], start: string): Token[] {
  if (first?.type !== 'text') return others
  const text = (first.text ?? '').slice(start.length)
  if (text !== '') return [{ ...first, raw: text, text }, ...others]
  return others[0]?.type === 'br' ? others.slice(1) : others
}
