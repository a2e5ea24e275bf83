/**
 * A note as GitHub-flavoured Markdown. Content without Markdown syntax is written as our own HTML, so that parsing it
 * again gives the same note; white space is collapsed and empty paragraphs are dropped, as Markdown parsers do.
 */
import { isInlineNode, NOTE_MAX_DEPTH, type NoteJson, type NoteNode, toggleParts } from '../note/note-document.ts'
import { columnLayout, headingLevel, noteAlignment, validNoteIndent } from '../note/note-formats.ts'
import { calloutKind } from '../note/callout-kinds.ts'
import { isLanguageName, noteJsonToHtml } from '../note/note-html.ts'
import { noteAttachment, noteImage } from '../note/note-files.ts'
import { noteJsonToText } from '../note/note-text.ts'
import { embedToMarkdown } from './markdown-embed.ts'
import {
  linkDestination,
  escapeAttribute,
  escapeText,
  inlineToMarkdown,
  type MarkdownLinks,
} from './markdown-inline.ts'

export type { MarkdownLinks }

const unchangedLinks: MarkdownLinks = { href: (href) => href, file: (path) => path }

/** Ends with a line break unless it is empty. */
export function noteJsonToMarkdown(note: NoteJson, links: MarkdownLinks = unchangedLinks): string {
  const text = blocks(note.content ?? [], links, 0)
  return text === '' ? '' : `${text}\n`
}

function blocks(nodes: readonly NoteNode[], links: MarkdownLinks, depth: number): string {
  const parts: string[] = []
  let before: string | null = null
  for (const node of nodes) {
    const text = depth > NOTE_MAX_DEPTH ? escapeText(noteJsonToText(node)) : block(node, links, depth)
    if (text === '') continue
    // Two adjacent ones would be parsed as one.
    const type = node.type === 'callout' ? 'blockquote' : node.type
    if (before === type && mergeableBlocks.has(type)) parts.push('<!-- -->')
    parts.push(text)
    before = type
  }
  return parts.join('\n\n')
}

const mergeableBlocks: ReadonlySet<string> = new Set(['bulletList', 'taskList', 'orderedList', 'blockquote'])

function block(node: NoteNode, links: MarkdownLinks, depth: number): string {
  switch (node.type) {
    case 'paragraph':
      return formattedBlock(node, 'p', links) ?? paragraph(node, links)
    case 'heading': {
      const level = headingLevel(node.attrs?.['level'])
      const text = inlineToMarkdown(node.content, links, 'line')
      return formattedBlock(node, `h${level}`, links) ?? `${'#'.repeat(level)} ${text === '' ? '<!-- -->' : text}`
    }
    case 'codeBlock':
      return codeBlock(node)
    case 'horizontalRule':
      return '---'
    case 'blockquote':
      return prefixLines(blocks(node.content ?? [], links, depth + 1) || '<!-- -->', '> ', '> ')
    case 'bulletList':
      return list(node, links, depth, () => '- ')
    case 'orderedList': {
      const start = node.attrs?.['start']
      const first = typeof start === 'number' && Number.isInteger(start) && start >= 0 && start < 1e8 ? start : 1
      return list(node, links, depth, (_item, index) => `${first + index}. `)
    }
    case 'taskList':
      return list(node, links, depth, (item) => `- [${item.attrs?.['checked'] === true ? 'x' : ' '}] `)
    case 'table':
      return simpleTable(node, links) ?? blockHtml(node, links)
    case 'columns':
      return columns(node, links, depth)
    case 'callout':
      return callout(node, links, depth)
    case 'toggle':
      return toggle(node, links, depth)
    case 'tableOfContents':
      return '[TOC]'
    case 'fileAttachment':
      return attachment(node, links)
    case 'embed':
      return embedToMarkdown(node)
    default:
      return isInlineNode(node.type) ? inlineToMarkdown([node], links) : escapeText(noteJsonToText(node))
  }
}

/** A line that consists of one tag would start an HTML block, so the whole block becomes HTML. */
function paragraph({ content = [] }: NoteNode, links: MarkdownLinks): string {
  const text = inlineToMarkdown(content, links)
  const isTagAlone = /^<[^>]*>\s*$/m.test(text) && !text.startsWith('<img')
  return isTagAlone ? blockHtml({ type: 'doc', content: [{ type: 'paragraph', content }] }, links) : text
}

/** Markdown has no syntax for alignment and indent. */
function formattedBlock({ attrs = {}, content }: NoteNode, tag: string, links: MarkdownLinks): string | null {
  const align = noteAlignment(attrs['textAlign'])
  const indent = validNoteIndent(attrs['indent'])
  if (align === null && indent === null) return null
  const attributes = `${align === null ? '' : ` data-align="${align}" align="${align}"`}${indent === null ? '' : ` data-indent="${indent}"`}`
  return blockHtml({ type: 'doc', content: [{ type: 'paragraph', ...(content && { content }) }] }, links).replace(
    /^<p[^>]*>([^]*)<\/p>$/,
    (_, inner: string) => `<${tag}${attributes}>${inner}</${tag}>`,
  )
}

/** On one line, so that no empty line ends it. */
const blockHtml = (node: NoteNode, links: MarkdownLinks): string =>
  noteHtmlWithLinks(node.type === 'doc' ? (node as NoteJson) : { type: 'doc', content: [node] }, links, false)
    .replaceAll(/ data-key="[\w-]*"/g, '')
    .replaceAll('\n', '&#10;')

/** A note's HTML whose links and files point to locations beside the file; mentions are kept or reduced to names. */
export function noteHtmlWithLinks(note: NoteJson, links: MarkdownLinks, keepsMentions: boolean): string {
  const find = (path: string): string => escapeAttribute(links.file(path) ?? '')
  // In our HTML, quotes appear only around attributes, and notes reference files in exactly two ways.
  return noteJsonToHtml(withResolvedLinks(note, links, keepsMentions) as NoteJson)
    .replaceAll(/ data-src="(\/files\/[\w/.-]+)"/g, (_, path: string) => ` src="${find(path)}"`)
    .replaceAll(
      /(<div data-type="fileAttachment"[^>]*?) data-url="(\/files\/[\w/.-]+)"([^>]*>)<span data-part="name">([^<]*)<\/span>/g,
      (_, start: string, path: string, end: string, name: string) =>
        `${start}${end}<a data-part="name" href="${find(path)}">${name}</a>`,
    )
}

function withResolvedLinks(node: NoteNode, links: MarkdownLinks, keepsMentions: boolean): NoteNode {
  if (node.type === 'mention' && !keepsMentions)
    return { type: 'text', text: noteJsonToText(node), ...(node.marks && { marks: node.marks }) }
  if (node.type === 'fileAttachment') {
    const { url, name } = noteAttachment(node.attrs)
    if (url === null || links.file(url) === null) return { type: 'paragraph', content: [{ type: 'text', text: name }] }
  }
  if (node.type === 'image') {
    const { src } = noteImage(node.attrs)
    const words = noteJsonToText(node).trim()
    // The schema has no empty text nodes.
    if (src === null || links.file(src) === null)
      return words === '' ? { type: 'hardBreak' } : { type: 'text', text: words }
  }
  const marks = node.marks?.map((mark) =>
    mark.type === 'link' && typeof mark.attrs?.['href'] === 'string'
      ? { ...mark, attrs: { ...mark.attrs, href: links.href(mark.attrs['href']) } }
      : mark,
  )
  return {
    ...node,
    ...(marks && { marks }),
    ...(node.content && { content: node.content.map((child) => withResolvedLinks(child, links, keepsMentions)) }),
  }
}

function codeBlock(node: NoteNode): string {
  const text = noteJsonToText(node).replaceAll(/\r\n?/g, '\n')
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const language = node.attrs?.['language']
  return `${fence}${isLanguageName(language) ? language : ''}\n${text}\n${fence}`
}

function list(
  node: NoteNode,
  links: MarkdownLinks,
  depth: number,
  markerOf: (item: NoteNode, index: number) => string,
): string {
  const items = (node.content ?? []).map((item, index) => {
    const marker = markerOf(item, index)
    // Nested content is aligned with the item's text; a checkbox belongs to the text.
    const indent = ' '.repeat(marker.replace(/\[.\] $/, '').length)
    const [first, ...rest] = item.content ?? []
    const head = (first === undefined ? '' : block(first, links, depth + 1)) || '<!-- -->'
    // An HTML block continues to the next empty line.
    const isTight = rest.length < 2 && !head.startsWith('<') && rest.every(mayFollowText)
    const tail = blocks(rest, links, depth + 1)
    return prefixLines(tail === '' ? head : `${head}${isTight ? '\n' : '\n\n'}${tail}`, marker, indent)
  })
  return items.join('\n')
}

/** Without an empty line before it; a list that starts with a number other than 1 would be parsed as text. */
const mayFollowText = ({ type, attrs = {} }: NoteNode): boolean =>
  type === 'bulletList' || type === 'taskList' || (type === 'orderedList' && (attrs['start'] ?? 1) === 1)

const prefixLines = (text: string, first: string, other: string): string =>
  text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : other
      return line === '' ? prefix.trimEnd() : prefix + line
    })
    .join('\n')

/** Null for tables that Markdown cannot express: merged cells, several blocks in a cell, no header row. */
function simpleTable(node: NoteNode, links: MarkdownLinks): string | null {
  const rows = node.content ?? []
  const width = rows[0]?.content?.length ?? 0
  const isSimple =
    width > 0 &&
    rows.every(
      ({ content = [] }, index) => content.length === width && content.every((cell) => isPlainCell(cell, index === 0)),
    )
  if (!isSimple) return null
  const cellText = (cell: NoteNode): string => inlineToMarkdown(cell.content?.[0]?.content, links, 'cell')
  const lines = rows.map(({ content = [] }) => `| ${content.map(cellText).join(' | ')} |`)
  const [head = '', ...body] = lines
  const rule = Array.from({ length: width }, (_, column) => alignmentOf(rows, column))
  return [head, `| ${rule.join(' | ')} |`, ...body].join('\n')
}

function isPlainCell({ type, attrs = {}, content = [] }: NoteNode, isHead: boolean): boolean {
  const [only, ...more] = content
  const isOne = (attrs['colspan'] ?? 1) === 1 && (attrs['rowspan'] ?? 1) === 1
  const { textAlign, indent } = (only?.attrs ?? {}) as { textAlign?: unknown; indent?: unknown }
  const isPlain = only?.type === 'paragraph' && more.length === 0 && !textAlign && !indent
  return type === (isHead ? 'tableHeader' : 'tableCell') && isOne && isPlain
}

function alignmentOf(rows: readonly NoteNode[], column: number): string {
  const found = new Set(rows.map(({ content }) => content?.[column]?.attrs?.['align'] ?? null))
  const [align] = found
  if (found.size !== 1) return '---'
  return align === 'left' ? ':---' : align === 'right' ? '---:' : align === 'center' ? ':---:' : '---'
}

function columns(node: NoteNode, links: MarkdownLinks, depth: number): string {
  const inner = (node.content ?? []).map(
    (column) => `<div data-type="column">\n\n${blocks(column.content ?? [], links, depth + 1) || '<!-- -->'}\n\n</div>`,
  )
  const layout = columnLayout(node.attrs?.['layout'])
  return [`<div data-type="columns" data-layout="${layout}">`, ...inner, '</div>'].join('\n\n')
}

const alertNames = { info: 'NOTE', tip: 'TIP', warning: 'WARNING', danger: 'CAUTION' } as const

/** An alert of GitHub. Only text can follow the name directly. */
function callout({ attrs, content = [] }: NoteNode, links: MarkdownLinks, depth: number): string {
  const text = blocks(content, links, depth + 1) || '<!-- -->'
  const isText = content[0]?.type === 'paragraph' && !text.startsWith('<')
  return prefixLines(`[!${alertNames[calloutKind(attrs?.['kind'])]}]\n${isText ? '' : '\n'}${text}`, '> ', '> ')
}

function toggle(node: NoteNode, links: MarkdownLinks, depth: number): string {
  const { summary, content } = toggleParts(node)
  const text = blocks(content, links, depth + 1)
  return ['<details>', summaryHtml(summary, links), ...(text === '' ? [] : ['', text, '']), '</details>'].join('\n')
}

/** Plain words are not in a block of their own, which GitHub would show below the marker. */
function summaryHtml(line: NoteNode | null, links: MarkdownLinks): string {
  if (line === null) return '<summary></summary>'
  const html = blockHtml(line, links)
  const words = noteJsonToText(line).trim() === '' ? undefined : /^<p>([^]*)<\/p>$/.exec(html)?.[1]
  return `<summary>${words ?? html}</summary>`
}

function attachment({ attrs }: NoteNode, links: MarkdownLinks): string {
  const { url, name } = noteAttachment(attrs)
  const path = url === null ? null : links.file(url)
  return path === null ? escapeText(name) : `[${escapeText(name)}](${linkDestination(path)})`
}
