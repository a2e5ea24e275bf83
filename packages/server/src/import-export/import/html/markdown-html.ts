/**
 * Converts Markdown to HTML synchronously: some texts take a Markdown parser seconds or minutes, and no list of such
 * texts is complete. Only markdown.thread.ts calls it.
 */
import { noteMarkdownRenderer } from '@knowreel/shared/import-export/markdown-renderer.ts'
import { Marked, type Tokens } from 'marked'
import { parseLimits } from '../import-limits.ts'
import type { Dialect } from '../archive/detect-dialect.ts'

/**
 * For each emphasis delimiter the parser searches the rest of the paragraph for its end. Beyond this number the rest of
 * the paragraph is plain text.
 */
const maxEmphasis = 300
let lastChecked = { text: '', isReadable: true }

/** False: parsed as usual. */
function emStrong(rest: string, whole: string): Tokens.Generic | false {
  if (lastChecked.text !== whole)
    lastChecked = { text: whole, isReadable: (whole.match(/\*+|_+/g)?.length ?? 0) <= maxEmphasis }
  return lastChecked.isReadable ? false : { type: 'text', raw: rest, text: rest }
}
const tokenizer = { emStrong: emStrong as () => Tokens.Em | false }

const marked = new Marked({ gfm: true, async: false, tokenizer, renderer: noteMarkdownRenderer })
/** Keeps line breaks within paragraphs. */
const markedWithBreaks = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  tokenizer,
  renderer: noteMarkdownRenderer,
})

/** Null if the text is too large or too deeply nested. */
export function markdownToHtml(text: string, dialect: Dialect): string | null {
  const reader = dialect === 'notion' ? markedWithBreaks : marked
  const markdown = dialect === 'notion' ? convertNotion(text) : dialect === 'outline' ? convertOutline(text) : text
  if (markdown.length > parseLimits.markdown.characters) return null
  let html = ''
  for (const piece of splitMarkdown(markdown)) {
    if (piece.length > parseLimits.markdown.largestPiece) return null
    try {
      const read = reader.parse(piece)
      html += typeof read === 'string' ? read : ''
    } catch (error) {
      // The parser is recursive.
      if (error instanceof RangeError) return null
      throw error
    }
  }
  return html
}

/** Split where a heading or a paragraph begins at the left edge, so that every piece keeps its meaning on its own. */
function* splitMarkdown(markdown: string): Generator<string> {
  let piece = ''
  let fence: string | null = null
  let isAfterEmpty = true
  for (const line of markdown.split('\n')) {
    const sign = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    const mayDivide = fence === null && isAfterEmpty && /^(?:#|[\p{L}\p{N}])/u.test(line)
    if (mayDivide && piece.length > parseLimits.markdown.piece) {
      yield piece
      piece = ''
    }
    if (fence === null) fence = sign
    else if (sign !== null && sign.startsWith(fence)) fence = null
    piece += `${fence === null ? limitNesting(line) : line}\n`
    isAfterEmpty = line.trim() === ''
  }
  yield piece
}

/** Nobody nests so deep; readers of Markdown take very long for it. */
const limitNesting = (line: string): string =>
  line.replace(/^[ \t]{80,}/, ' '.repeat(parseLimits.markdown.indent)).replace(/^(?:[ \t]{0,3}>){40,}/, '>'.repeat(40))

/** Callouts, in which Notion writes Markdown where HTML has none. */
const convertNotion = (markdown: string): string =>
  mapText(markdown, (line) => line.replace(/^\s*<aside>\s*$/, '$&\n').replace(/^\s*<\/aside>\s*$/, '\n$&'))

/** Changes the lines that are no code. */
function mapText(markdown: string, change: (line: string) => string): string {
  let isCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
      return isCode ? line : change(line)
    })
    .join('\n')
}

/** Outline's extensions to Markdown: notices and highlighted text. */
const convertOutline = (markdown: string): string =>
  mapText(markdown, (line) => {
    const notice = /^\s*:::\s*(\w+)\s*$/.exec(line)?.[1]
    if (notice !== undefined) return `\n<div data-type="callout" data-kind="${notice}">\n`
    if (/^\s*:::\s*$/.test(line)) return '\n</div>\n'
    // Outline writes an empty line as a backslash.
    if (/^\s*\\\s*$/.test(line)) return ''
    return withPictureSizes(line).replaceAll(/==([^=\n]{1,2000})==/g, '<mark>$1</mark>')
  })

/** Outline stores the size and alignment of an image where others have a title. */
const withPictureSizes = (line: string): string =>
  line.replaceAll(
    /!\[([^\]"<>&\n]{0,500})\]\(([^()\s"<>]{1,2000})\s+"[a-z0-9-]{0,20} ?=(\d{1,5})x(\d{1,5})"\)/g,
    '<img src="$2" alt="$1" width="$3" height="$4">',
  )
