// Renders a note as HTML without a DOM: the same note always gives the same text, which is hashed, stored and sent to
// readers. Everything is escaped; only nodes, marks and attributes of the schema are written. An unknown node is
// reduced to its text.
import {
  isBlockKey,
  isInlineNode,
  isKnownNode,
  NOTE_MAX_DEPTH,
  type NoteJson,
  type NoteMark,
  type NoteNode,
  sortedMarks,
  toggleParts,
} from './note-document.ts'
import {
  columnLayout,
  headingLevel,
  noteAlignment,
  noteColour,
  noteFont,
  noteFontSize,
  validNoteIndent,
} from './note-formats.ts'
import { mentionLabel, noteMention } from './mentioned-person.ts'
import { calloutKind } from './callout-kinds.ts'
import { noteEmbed } from './embed/note-embed.ts'
import {
  attachmentAttributes,
  fileSizeLabel,
  imageAttributes,
  imageFrameAttributes,
  noteAttachment,
  noteImage,
} from './note-files.ts'
import { publicHref } from './note-moment.ts'
import { noteHeadings, noteJsonToText } from './note-text.ts'
import { safeHref } from './safe-href.ts'

type Attributes = Readonly<Record<string, string | number | null>>

export function noteJsonToHtml(note: NoteJson): string {
  const html = blocks(note, 0)
  return html.includes(emptyContents) ? withContents(html, note) : html
}

/** Text is escaped, so only the block itself is written like this. */
const emptyContents = '<nav data-type="tableOfContents"></nav>'

/**
 * The headings get anchors only in notes that link to them. Only the first list is filled: thousands of lists of
 * thousands of headings would exhaust the memory.
 */
function withContents(html: string, note: NoteJson): string {
  const links = noteHeadings(note).map(({ key, level, text }) =>
    tag('a', { href: key === '' ? null : `#${headingAnchor(key)}`, 'data-level': level }, escape(text)),
  )
  return html
    .replace(emptyContents, () => emptyContents.replace('><', () => `>${links.join('')}<`))
    .replaceAll(
      /<(h[1-5]) data-key="([\w-]{16})"/g,
      (_, name: string, key: string) => `<${name} id="${headingAnchor(key)}" data-key="${key}"`,
    )
}

/** The hyphen keeps it from naming a property of the page. */
export const headingAnchor = (key: string): string => `h-${key}`

function blocks(node: NoteNode, depth: number): string {
  if (depth > NOTE_MAX_DEPTH) return escape(noteJsonToText(node))
  return (node.content ?? [])
    .map((child) => (isInlineNode(child.type) ? inline([child]) : block(child, depth + 1)))
    .join('')
}

function block(node: NoteNode, depth: number): string {
  const attrs = node.attrs ?? {}
  switch (node.type) {
    case 'paragraph':
      return tag('p', textAttributes(node), inline(node.content))
    case 'heading':
      return tag(`h${headingLevel(attrs['level'])}`, textAttributes(node), inline(node.content))
    case 'codeBlock': {
      const code = tag('code', { class: languageClass(attrs['language']) }, escape(noteJsonToText(node)))
      return tag('pre', { 'data-key': blockKey(attrs['key']) }, code)
    }
    case 'blockquote':
      return tag('blockquote', {}, blocks(node, depth))
    case 'bulletList':
      return tag('ul', {}, blocks(node, depth))
    case 'orderedList':
      return tag('ol', { start: listStart(attrs['start']), type: listType(attrs['type']) }, blocks(node, depth))
    case 'listItem':
      return tag('li', {}, blocks(node, depth))
    case 'taskList':
      return tag('ul', { 'data-type': 'taskList' }, blocks(node, depth))
    case 'taskItem':
      return taskItem(node, depth)
    case 'table':
      return table(node, depth)
    case 'tableRow':
      return tag('tr', {}, blocks(node, depth))
    case 'tableCell':
      return tag('td', cellAttributes(attrs), blocks(node, depth))
    case 'tableHeader':
      return tag('th', cellAttributes(attrs), blocks(node, depth))
    case 'horizontalRule':
      return '<hr>'
    case 'fileAttachment':
      return attachment(node)
    case 'embed':
      return embedCard(node)
    case 'columns':
      return tag('div', { 'data-type': 'columns', 'data-layout': columnLayout(attrs['layout']) }, blocks(node, depth))
    case 'column':
      return tag('div', { 'data-type': 'column' }, blocks(node, depth))
    case 'callout':
      return tag('div', { 'data-type': 'callout', 'data-kind': calloutKind(attrs['kind']) }, blocks(node, depth))
    case 'toggle':
      return toggle(node, depth)
    case 'tableOfContents':
      return emptyContents
    default:
      return tag('div', { 'data-unknown': node.type }, escape(noteJsonToText(node)))
  }
}

/** Without a line of text at its start, the summary is empty. */
function toggle(node: NoteNode, depth: number): string {
  const { summary, content } = toggleParts(node)
  const line = summary === null ? '' : blocks({ type: 'doc', content: [summary] }, depth)
  return tag('details', {}, `${tag('summary', {}, line)}${blocks({ type: 'doc', content }, depth)}`)
}

function attachment(node: NoteNode): string {
  const file = noteAttachment(node.attrs)
  const size = file.size === null ? '' : fileSizeLabel(file.size)
  const words = `${tag('span', { 'data-part': 'name' }, escape(file.name))}${tag('span', { 'data-part': 'size' }, size)}`
  return tag('div', attachmentAttributes(file), words)
}

/** Only a link: the reader decides whether the frame is loaded. A page that cannot be embedded is a line of text. */
function embedCard(node: NoteNode): string {
  const { embed, url, label } = noteEmbed(node.attrs)
  const target = { href: url, target: '_blank', rel: LINK_REL }
  if (embed === null) return tag('p', {}, url === null ? escape(label) : tag('a', target, escape(label)))
  const link = tag('a', { 'data-part': 'title', ...target }, escape(label))
  return tag('div', { 'data-type': 'embed' }, `${link}${tag('span', { 'data-part': 'provider' }, escape(embed.label))}`)
}

function taskItem(node: NoteNode, depth: number): string {
  const isChecked = node.attrs?.['checked'] === true
  const box = `<input type="checkbox" disabled${isChecked ? ' checked' : ''} aria-label="${isChecked ? 'Done' : 'To do'}">`
  return tag(
    'li',
    { 'data-type': 'taskItem', 'data-checked': String(isChecked) },
    `${box}<div>${blocks(node, depth)}</div>`,
  )
}

/** With the widths of its columns, taken from the cells of the first row. */
function table(node: NoteNode, depth: number): string {
  const widths = (node.content?.[0]?.content ?? []).flatMap(({ attrs = {} }) => {
    const own = columnWidths(attrs['colwidth']) ?? []
    return Array.from({ length: cellSpan(attrs['colspan']) ?? 1 }, (_, index) => own[index] || null)
  })
  const body = tag('tbody', {}, blocks(node, depth))
  if (widths.every((width) => width === null)) return tag('table', {}, body)
  const columns = widths.map((width) => `<col${attributeText({ style: width === null ? null : `width:${width}px` })}>`)
  const isWhole = widths.every((width) => width !== null)
  const sum = widths.reduce<number>((total, width) => total + (width ?? MIN_COLUMN_WIDTH), 0)
  const style = `${isWhole ? 'width' : 'min-width'}:${sum}px`
  return tag('table', { style }, `${tag('colgroup', {}, columns.join(''))}${body}`)
}

/** A map, so that a mark named `constructor` does not find an inherited property. */
const markTags: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['highlight', 'mark'],
  ['code', 'code'],
])

type OpenMark = { readonly start: string; readonly end: string }

function inline(content: readonly NoteNode[] = []): string {
  let html = ''
  let open: OpenMark[] = []
  const keep = (count: number): void => {
    html += open
      .slice(count)
      .toReversed()
      .map((mark) => mark.end)
      .join('')
    open = open.slice(0, count)
  }
  for (const node of content) {
    const marks = openMarks(node.marks)
    const shared = marks.findIndex((mark, index) => mark.start !== open[index]?.start)
    keep(shared === -1 ? Math.min(marks.length, open.length) : shared)
    for (const mark of marks.slice(open.length)) {
      html += mark.start
      open.push(mark)
    }
    html += inlineNode(node)
  }
  keep(0)
  return html
}

function inlineNode(node: NoteNode): string {
  if (node.type === 'text') return escape(node.text ?? '')
  if (node.type === 'hardBreak') return '<br>'
  if (node.type === 'mention') return mention(node)
  if (node.type === 'image') return image(node)
  // A block that a broken document contains here keeps its text.
  return tag('span', { 'data-unknown': isKnownNode(node.type) ? null : node.type }, escape(noteJsonToText(node)))
}

function mention({ attrs = {} }: NoteNode): string {
  const named = noteMention(attrs)
  const label = named?.label ?? mentionLabel(attrs['label'])
  return tag('span', { 'data-mention': named?.id ?? null, 'data-label': named ? label : null }, escape(`@${label}`))
}

/** Without a valid source, only its alternative text remains. */
function image({ attrs }: NoteNode): string {
  const shown = noteImage(attrs)
  if (shown.src === null) return escape(shown.alt)
  return tag('span', imageFrameAttributes(shown), `<img${attributeText(imageAttributes(shown))}>`)
}

function openMarks(marks: readonly NoteMark[] = []): OpenMark[] {
  return sortedMarks(marks).flatMap((mark) => {
    if (mark.type === 'link') return openLink(mark)
    if (mark.type === 'textStyle') return openStyle(mark)
    const name = markTags.get(mark.type)
    if (!name) return []
    const tone = mark.type === 'highlight' ? colourAttributes(mark.attrs?.['color'], 'tone') : {}
    return [{ start: `<${name}${attributeText(tone)}>`, end: `</${name}>` }]
  })
}

function openStyle({ attrs = {} }: NoteMark): OpenMark[] {
  const style = attributeText({
    ...colourAttributes(attrs['color'], 'ink'),
    'data-font': noteFont(attrs['fontFamily']),
    'data-size': noteFontSize(attrs['fontSize']),
  })
  return style === '' ? [] : [{ start: `<span${style}>`, end: '</span>' }]
}

/** The style sheet makes the colour readable on its surface, so it only receives the value. */
function colourAttributes(value: unknown, property: 'ink' | 'tone'): Attributes {
  const colour = noteColour(value)
  return colour === null ? {} : { 'data-color': colour, style: `--${property}:${colour}` }
}

export const LINK_REL = 'noopener noreferrer nofollow'

function openLink(mark: NoteMark): OpenMark[] {
  const href = safeHref(mark.attrs?.['href'])
  if (href === null) return []
  const target = mark.attrs?.['target'] === '_self' ? null : '_blank'
  return [{ start: `<a${attributeText({ href: publicHref(href), target, rel: LINK_REL })}>`, end: '</a>' }]
}

/** White space at an edge, after a hard break (here ↵) or repeated, and anything but a plain space. */
const collapsibleSpace = /^ | $|↵ | {2}|[\t\r\n\f]/
const inlineTextOf = (content: readonly NoteNode[] = []): string =>
  content.map((node) => node.text ?? (node.type === 'mention' || node.type === 'image' ? '@' : '↵')).join('')

const blockKey = (value: unknown): string | null => (isBlockKey(value) ? value : null)

function textAttributes(node: NoteNode): Attributes {
  return {
    'data-key': blockKey(node.attrs?.['key']),
    'data-align': noteAlignment(node.attrs?.['textAlign']),
    'data-indent': validNoteIndent(node.attrs?.['indent']),
    // HTML collapses such white space; the parser of this attribute keeps it.
    'data-space': collapsibleSpace.test(inlineTextOf(node.content)) ? 'keep' : null,
  }
}

/** Names of programming languages that are allowed in a class attribute. */
export const isLanguageName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w+#.-]{1,40}$/.test(value)

const languageClass = (value: unknown): string | null => (isLanguageName(value) ? `language-${value}` : null)

const listStart = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value !== 1 && Math.abs(value) < 1e9 ? value : null

const listType = (value: unknown): string | null =>
  typeof value === 'string' && ['a', 'A', 'i', 'I'].includes(value) ? value : null

function cellAttributes(attrs: Readonly<Record<string, unknown>>): Attributes {
  const align = attrs['align']
  return {
    colspan: cellSpan(attrs['colspan']),
    rowspan: cellSpan(attrs['rowspan']),
    colwidth: columnWidths(attrs['colwidth'])?.join(',') ?? null,
    align: typeof align === 'string' && ['left', 'center', 'right'].includes(align) ? align : null,
  }
}

const cellSpan = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= 1000 ? value : null

/** The editor's minimum column width. Pixels. */
export const MIN_COLUMN_WIDTH = 48

/** Pixels, one per column of a cell; 0 leaves the width to the browser. */
const columnWidths = (value: unknown): number[] | null =>
  Array.isArray(value) && value.length > 0 && value.every(isWidth) ? value : null

const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000

const tag = (name: string, attributes: Attributes, content: string): string =>
  `<${name}${attributeText(attributes)}>${content}</${name}>`

const attributeText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escape(String(value))}"`))
    .join('')

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
