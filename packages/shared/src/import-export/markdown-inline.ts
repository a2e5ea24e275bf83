// Inline content as Markdown. Marks without Markdown syntax, or whose syntax would be misread in their context, are
// written as HTML tags, which Markdown parsers accept.
import { isInlineNode, sortedMarks, type NoteMark, type NoteNode } from '../note/note-document.ts'
import { noteColour, noteFont, noteFontSize } from '../note/note-formats.ts'
import { mentionLabel } from '../note/mentioned-person.ts'
import { noteImage } from '../note/note-files.ts'
import { noteJsonToText } from '../note/note-text.ts'
import { safeHref } from '../note/safe-href.ts'

/** Locations of links and files relative to the written file. */
export type MarkdownLinks = {
  readonly href: (href: string) => string
  /** Null for an excluded file. */
  readonly file: (path: string) => string | null
}

/** `line`: no line breaks inside, as in headings and table cells. */
type InlineContext = 'block' | 'line' | 'cell'

export function inlineToMarkdown(
  content: readonly NoteNode[] = [],
  links: MarkdownLinks,
  context: InlineContext = 'block',
): string {
  const pieces = content.map((node) => ({ node, text: textOf(node), marks: marksOf(node) }))
  let written = ''
  let open: OpenMark[] = []
  const close = (keep: number) => {
    for (const mark of open.slice(keep).toReversed()) written += mark.end
    open = open.slice(0, keep)
  }
  pieces.forEach(({ node, marks }, index) => {
    const shared = marks.findIndex((mark, at) => mark.key !== open[at]?.key)
    close(shared === -1 ? Math.min(marks.length, open.length) : shared)
    for (const mark of marks.slice(open.length)) {
      const run = findRun(pieces, index, open.length, mark.key)
      const opened = { key: mark.key, ...delimitersOf(mark.mark, run, links) }
      written += opened.start
      open.push(opened)
    }
    written += inlineNode(node, links, context, { isLast: index === pieces.length - 1, isFirst: index === 0 })
  })
  close(0)
  return context === 'block' ? written.split('\n').map(escapeLineStart).join('\n') : written.trim()
}

type KeyedMark = { readonly key: string; readonly mark: NoteMark }
type OpenMark = { readonly key: string; readonly start: string; readonly end: string }
type InlinePiece = { readonly node: NoteNode; readonly text: string; readonly marks: readonly KeyedMark[] }
/** Marked text and the characters around it. */
type MarkedRun = { readonly before: string; readonly text: string; readonly after: string }

const marksOf = (node: NoteNode): KeyedMark[] =>
  sortedMarks(node.marks ?? [])
    .filter(({ type }) => type !== 'code')
    .map((mark) => ({ key: `${mark.type} ${JSON.stringify(mark.attrs ?? {})}`, mark }))

const textOf = (node: NoteNode): string =>
  node.type === 'text' ? (node.text ?? '') : node.type === 'hardBreak' ? '\n' : '@'

function findRun(pieces: readonly InlinePiece[], from: number, level: number, key: string): MarkedRun {
  let to = from
  while (pieces[to]?.marks[level]?.key === key) to++
  const textFrom = (list: readonly InlinePiece[]) => list.map(({ text }) => text).join('')
  return {
    before: textFrom(pieces.slice(0, from)).at(-1) ?? '',
    text: textFrom(pieces.slice(from, to)),
    after: textFrom(pieces.slice(to, to + 1)).at(0) ?? '',
  }
}

/** Delimiters are unambiguous only between a space outside and a letter inside; elsewhere parsers differ. */
const isPlainRun = ({ before, text, after }: MarkedRun): boolean =>
  /^[\p{L}\p{N}](?:[^\n]*[\p{L}\p{N}])?$/u.test(text) && /^\s?$/u.test(before) && /^\s?$/u.test(after)

/** A map, so that a mark named `constructor` does not find an inherited property. */
const markDelimiters: ReadonlyMap<string, { readonly sign: string; readonly tag: string }> = new Map([
  ['bold', { sign: '**', tag: 'strong' }],
  ['italic', { sign: '_', tag: 'em' }],
  ['strike', { sign: '~~', tag: 's' }],
])

function delimitersOf(
  { type, attrs = {} }: NoteMark,
  run: MarkedRun,
  links: MarkdownLinks,
): { start: string; end: string } {
  const sign = markDelimiters.get(type)
  if (sign !== undefined)
    return isPlainRun(run) ? { start: sign.sign, end: sign.sign } : { start: `<${sign.tag}>`, end: `</${sign.tag}>` }
  switch (type) {
    case 'link': {
      const href = safeHref(attrs['href'])
      // A link without text cannot be clicked, and in a list it would be parsed as a checkbox.
      return href === null || run.text.trim() === ''
        ? { start: '', end: '' }
        : { start: '[', end: `](${linkDestination(links.href(href))})` }
    }
    case 'underline':
      return { start: '<u>', end: '</u>' }
    case 'highlight': {
      const colour = noteColour(attrs['color'])
      return { start: colour === null ? '<mark>' : `<mark data-color="${colour}">`, end: '</mark>' }
    }
    case 'textStyle': {
      const style = [
        ['color', noteColour(attrs['color'])],
        ['font', noteFont(attrs['fontFamily'])],
        ['size', noteFontSize(attrs['fontSize'])],
      ].flatMap(([name, value]) => (value === null ? [] : [` data-${name}="${value}"`]))
      return style.length === 0 ? { start: '', end: '' } : { start: `<span${style.join('')}>`, end: '</span>' }
    }
    default:
      return { start: '', end: '' }
  }
}

type InlinePosition = { readonly isFirst: boolean; readonly isLast: boolean }

function inlineNode(node: NoteNode, links: MarkdownLinks, context: InlineContext, edge: InlinePosition): string {
  switch (node.type) {
    case 'text': {
      const text = (node.text ?? '').replaceAll(/[ \t\r\n\f]+/g, ' ')
      return node.marks?.some(({ type }) => type === 'code') ? codeSpan(text, context) : escapeText(text)
    }
    case 'hardBreak':
      return context === 'block' && !edge.isFirst && !edge.isLast ? '\\\n' : '<br>'
    case 'mention':
      return escapeText(`@${mentionLabel(node.attrs?.['label'])}`)
    case 'image':
      return imageToMarkdown(node, links)
    default:
      return isInlineNode(node.type) ? '' : escapeText(noteJsonToText(node).replaceAll(/\s+/g, ' '))
  }
}

function codeSpan(text: string, context: InlineContext): string {
  const isPlain = !/^ | $|`|^$/.test(text) && (context !== 'cell' || !/[|\\]/.test(text))
  return isPlain ? `\`${text}\`` : `<code>${escapeText(text)}</code>`
}

/** Images with a size or a display are written as HTML. */
function imageToMarkdown(node: NoteNode, links: MarkdownLinks): string {
  const { src, alt, title, width, height, display } = noteImage(node.attrs)
  const path = src === null ? null : links.file(src)
  if (path === null) return escapeText(noteJsonToText(node).replaceAll(/\s+/g, ' ').trim())
  if (width === null && height === null && display === 'inline') {
    const named = title === null ? '' : ` "${title.replaceAll(/["\\]/g, '\\$&').replaceAll('&', '&amp;')}"`
    return `![${escapeText(alt)}](${linkDestination(path)}${named})`
  }
  const extra = Object.entries({ title, width, height, 'data-display': display === 'inline' ? null : display })
  const attributes = extra.map(([name, value]) =>
    value === null ? '' : ` ${name}="${escapeAttribute(String(value))}"`,
  )
  return `<img src="${escapeAttribute(path)}" alt="${escapeAttribute(alt)}"${attributes.join('')}>`
}

export const linkDestination = (href: string): string =>
  /^[^\s()<>\\]+$/.test(href) && href !== ''
    ? href.replaceAll('&', '&amp;')
    : `<${href
        .replaceAll(/[<>\\]/g, '\\$&')
        .replaceAll('&', '&amp;')
        .replaceAll(/\s/g, '%20')}>`

const attributeEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeAttribute = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => attributeEscapes[sign] ?? sign)

/** Whatever could be read as a sign is escaped, and addresses that are no links stay none. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<~|]|(?<=^|\s)#|&(?=#?\w)|(?<=https?|ftp):(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=\w)/gi, '\\$&')
    .replaceAll('\u00a0', '&nbsp;')
}

const escapeLineStart = (line: string): string =>
  line
    .replace(/^ +/, '')
    .replace(/^(?:[+>=-]|\d{1,9}(?=[.)]))/, (start) => (/\d/.test(start) ? start : `\\${start}`))
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
