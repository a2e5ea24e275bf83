/** Converts note data into print data. Pure: the same note gives the same document. */
import { isInlineNode, KEYED_BLOCKS, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import { columnLayout, headingLevel, noteAlignment, validNoteIndent } from '@knowreel/shared/note/note-formats.ts'
import { calloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { noteEmbed } from '@knowreel/shared/note/embed/note-embed.ts'
import { fileSizeLabel, noteAttachment } from '@knowreel/shared/note/note-files.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { withBreaks } from './breakable.ts'
import { printCode, type ColourCode } from './print-code.ts'
import { printInline, type InlineContext } from './print-inline.ts'
import { pixelsToPoints } from './print-picture.ts'
import { printTable } from './print-table.ts'
import type { Direction, PrintedBlock, PrintedInline, PrintedLine, PrintedPicture, PrintedText } from './printed.ts'
import { directionOf } from './text-language.ts'

export type PrintContext = Pick<InlineContext, 'publicAddress' | 'pictures'> & {
  /** If omitted, code has no colours. */
  readonly colourCode?: ColourCode
}

type Context = InlineContext &
  Pick<PrintContext, 'colourCode'> & {
    readonly depth: number
    readonly dir: Direction
    /** Width of a wide letter, in points. */
    readonly letterWidth: number
    /** The only one that lists the headings. */
    readonly contents: NoteNode | null
  }

/** A4 with margins of 2.2 cm. In points. */
const pageLineWidth = 470
/** For the widest letters of body text; code has its own value. */
const letterWidth = 6.6
/** Deeper than anything people write, and as deep as the layout handles safely; anything deeper becomes plain text. */
const maxDepth = 9

export function printNote(note: NoteJson, context: PrintContext): PrintedBlock[] {
  const contents = findFirst(note, 'tableOfContents')
  return printBlocks(note.content ?? [], { ...context, ...lineMetrics(pageLineWidth), depth: 0, dir: 'ltr', contents })
}

function findFirst(note: NoteNode, type: string): NoteNode | null {
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === type) return node
    open.push(...(node.content ?? []).toReversed())
  }
  return null
}

/** The note without any formatting: for content that the layout could not render. */
export function printPlain(note: NoteJson): PrintedBlock[] {
  return plainLines(note, Math.floor(pageLineWidth / letterWidth))
}

const lineMetrics = (lineWidth: number, letter = letterWidth) => ({
  lineWidth,
  letterWidth: letter,
  lineLetters: Math.max(4, Math.floor(lineWidth / letter)),
})
const narrowContext = (context: Context, by: number): Context => ({
  ...context,
  ...lineMetrics(Math.max(context.lineWidth / 2, context.lineWidth - by), context.letterWidth),
  depth: context.depth + 1,
})

function printBlocks(nodes: readonly NoteNode[], context: Context): PrintedBlock[] {
  const blocks: PrintedBlock[] = []
  let loose: NoteNode[] = []
  const settle = () => {
    if (loose.length > 0) blocks.push(...printLine({ type: 'paragraph', content: loose }, context))
    loose = []
  }
  for (const node of nodes) {
    // Inline content between the blocks of a malformed note becomes a paragraph.
    if (isInlineNode(node.type)) loose.push(node)
    else {
      settle()
      blocks.push(...printBlock(node, context))
    }
  }
  settle()
  return withFloats(blocks)
}

function printBlock(node: NoteNode, context: Context): PrintedBlock[] {
  const content = node.content ?? []
  if (context.depth > maxDepth && !KEYED_BLOCKS.includes(node.type)) return plainLines(node, context.lineLetters)
  const dir = directionOfNode(node, context)
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return printLine(node, context)
    case 'codeBlock':
      return [printCode(node, context.lineWidth / pageLineWidth, context.colourCode)]
    case 'horizontalRule':
      return [{ k: 'rule' }]
    case 'blockquote':
      return [{ k: 'quote', dir, content: printBlocks(content, narrowContext({ ...context, dir }, 16)) }]
    case 'bulletList':
      return [{ k: 'list', dir, items: printItems(node, { ...context, dir }) }]
    case 'orderedList':
      return [
        {
          k: 'enum',
          dir,
          start: listStart(node.attrs?.['start']),
          style: listStyle(node.attrs?.['type']),
          items: printItems(node, { ...context, dir }),
        },
      ]
    case 'taskList':
      return [
        {
          k: 'tasks',
          dir,
          items: content.map((item) => ({
            isDone: item.attrs?.['checked'] === true,
            content: printBlocks(item.content ?? [], narrowContext({ ...context, dir }, 20)),
          })),
        },
      ]
    case 'table':
      if (content.every(({ content: cells = [] }) => cells.length === 0)) return []
      return printTable(node, { lineWidth: context.lineWidth, dir }, (cell, room) =>
        printBlocks(cell.content ?? [], { ...context, ...room, depth: context.depth + 1 }),
      )
    case 'columns':
      return [printColumns(node, context)]
    case 'callout': {
      const kind = calloutKind(node.attrs?.['kind'])
      return [{ k: 'callout', kind, dir, content: printBlocks(content, narrowContext({ ...context, dir }, 22)) }]
    }
    case 'toggle':
      return [{ k: 'toggle', dir, content: printBlocks(content, narrowContext({ ...context, dir }, 18)) }]
    case 'tableOfContents':
      return node === context.contents ? [{ k: 'contents' }] : []
    case 'fileAttachment':
      return [printAttachment(node)]
    case 'embed':
      return printEmbed(node, context)
    default:
      return plainLines(node, context.lineLetters)
  }
}

function printLine(node: NoteNode, context: Context): PrintedBlock[] {
  const indent = pixelsToPoints(validNoteIndent(node.attrs?.['indent']) ?? 0)
  const isHeading = node.type === 'heading'
  const level = isHeading ? headingLevel(node.attrs?.['level']) : 0
  const room = (context.lineWidth - indent) / context.letterWidth
  const lineLetters = Math.max(3, Math.floor(isHeading ? (room * 5) / (12 - level) : room))
  const content = printInline(node.content, { ...context, lineLetters: Math.min(lineLetters, context.lineLetters) })
  const line = (part: readonly PrintedInline[]): PrintedLine => ({
    k: isHeading ? 'heading' : 'paragraph',
    level,
    align: noteAlignment(node.attrs?.['textAlign']),
    indent: Math.min(indent, context.lineWidth / 2),
    dir: directionOfNode(node, context),
    content: part,
  })
  return splitAtPictures(content, line)
}

/** An image that breaks the text is placed between the content before and after it. */
function splitAtPictures(
  content: readonly PrintedInline[],
  line: (part: readonly PrintedInline[]) => PrintedLine,
): PrintedBlock[] {
  const blocks: PrintedBlock[] = []
  let part: PrintedInline[] = []
  for (const one of content) {
    if (one.k !== 'picture' || one.placement !== 'block') {
      part.push(one)
      continue
    }
    if (part.length > 0) blocks.push(line(part))
    part = []
    blocks.push(one)
  }
  return part.length > 0 || blocks.length === 0 ? [...blocks, line(part)] : blocks
}

const printItems = (list: NoteNode, context: Context): PrintedBlock[][] =>
  (list.content ?? []).map((item) => printBlocks(item.content ?? [], narrowContext(context, 18)))

const layoutWidths = { 'two-column': [1, 1], 'sidebar-left': [1, 2], 'sidebar-right': [2, 1] } as const

function printAttachment({ attrs }: NoteNode): PrintedBlock {
  const { name, ext, size } = noteAttachment(attrs)
  const facts = [ext?.toUpperCase(), size === null ? undefined : fileSizeLabel(size)]
  return { k: 'file', name: withBreaks(name, 50), facts: facts.filter((fact) => fact !== undefined).join(' · ') }
}

function printEmbed(node: NoteNode, { lineLetters }: Context): PrintedBlock[] {
  const { embed, url, title, label } = noteEmbed(node.attrs)
  if (embed === null || url === null) return plainLines(node, lineLetters)
  const letters = Math.max(4, Math.min(50, lineLetters - 20))
  const address = title === null ? '' : withBreaks(url, letters)
  return [{ k: 'embed', title: withBreaks(label, letters), href: url, address, site: embed.label }]
}

function printColumns(node: NoteNode, context: Context): PrintedBlock {
  const layout = columnLayout(node.attrs?.['layout'])
  const columns = (node.content ?? []).slice(0, 12)
  const shares: number[] = columns.map((_, at) => (columns.length === 2 ? (layoutWidths[layout][at] ?? 1) : 1))
  const sum = shares.reduce((total, share) => total + share, 0)
  const room = context.lineWidth - 18 * (columns.length - 1)
  return {
    k: 'columns',
    layout,
    columns: columns.map((column, at) =>
      printBlocks(column.content ?? [], narrowContext(context, context.lineWidth - (room * (shares[at] ?? 1)) / sum)),
    ),
  }
}

const listStart = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9 ? value : 1

const styles = ['1', 'a', 'A', 'i', 'I'] as const
const listStyle = (value: unknown) => styles.find((style) => style === value) ?? '1'

/** Content without letters takes the direction of its surroundings. */
const directionOfNode = (node: NoteNode, { dir }: Pick<Context, 'dir'>): Direction =>
  directionOf(noteJsonToText(node).slice(0, 500)) ?? dir

const plainLines = (node: NoteNode, lineLetters: number): PrintedLine[] =>
  noteJsonToText(node)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({
      k: 'paragraph',
      level: 0,
      align: null,
      indent: 0,
      dir: directionOf(line) ?? 'ltr',
      content: [{ k: 'text', text: withBreaks(line, lineLetters) }],
    }))

// Images beside text

/** Maximum number of lines beside one image. */
const maxLinesBeside = 12

/** A paragraph with a floating image, and the paragraphs after it, flow beside the image. */
function withFloats(blocks: readonly PrintedBlock[]): PrintedBlock[] {
  const out: PrintedBlock[] = []
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (block === undefined) continue
    const picture = block.k === 'paragraph' ? block.content.find(isFloating) : undefined
    if (block.k !== 'paragraph' || picture === undefined) {
      out.push(block)
      continue
    }
    const own = { ...block, content: splitInlineWords(block.content.filter((one) => one !== picture)) }
    const lines = isBlank(own) ? [] : [own]
    while (lines.length < maxLinesBeside) {
      const next = blocks[at + 1]
      if (next?.k !== 'paragraph' || next.content.some(({ k }) => k === 'picture')) break
      lines.push({ ...next, content: splitInlineWords(next.content) })
      at += 1
    }
    out.push({ k: 'float', picture, side: picture.placement === 'right' ? 'right' : 'left', lines })
  }
  return out
}

const isFloating = (one: PrintedInline): one is PrintedPicture =>
  one.k === 'picture' && one.file !== null && (one.placement === 'left' || one.placement === 'right')

const isBlank = ({ content }: PrintedLine): boolean =>
  content.every((one) => one.k === 'text' && one.text.trim() === '')

/** So that a paragraph can continue below the image at any word. */
const splitInlineWords = (content: readonly PrintedInline[]): PrintedInline[] =>
  content.flatMap((one): PrintedInline[] => (one.k === 'text' && one.code !== true ? splitWords(one) : [one]))

const splitWords = (one: PrintedText): PrintedText[] =>
  (one.text.match(/\s*\S+\s*/gu) ?? [one.text]).map((text) => ({ ...one, text }))
