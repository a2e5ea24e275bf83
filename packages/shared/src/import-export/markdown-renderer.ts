/**
 * Renderers for `marked`, which this package does not import: alerts of GitHub (`> [!NOTE]`) become callouts, `[TOC]`
 * becomes a table of contents, the link of an embedded page becomes one. Escaped brackets stay text.
 */
import { namedCalloutKind } from '../note/callout-kinds.ts'
import { embedHtml, embedOfParagraph } from './markdown-embed.ts'

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
    if (/^\s*\[(?:TOC|\[_TOC_\])\]\s*$/i.test(raw)) return '<nav data-type="tableOfContents"></nav>'
    const found = embedOfParagraph(raw)
    return found !== null && embedHtml(found)
  },
}

/** A line break that is kept is a token of its own. */
function withoutStart([first, ...others]: Token[], start: string): Token[] {
  if (first?.type !== 'text') return others
  const text = (first.text ?? '').slice(start.length)
  if (text !== '') return [{ ...first, raw: text, text }, ...others]
  return others[0]?.type === 'br' ? others.slice(1) : others
}
