/**
 * The text of a model as data: paragraphs, headings, lists, code, and three marks. Everything else stays text as it is:
 * HTML is shown, never interpreted, and addresses are no links. Pure.
 */
import type { NoteMark, NoteNode } from '../note/note-document.ts'

export type TextMark = 'bold' | 'italic' | 'code'
export type InlineText = { readonly text: string; readonly marks: readonly TextMark[] }

export type TextBlock =
  | { readonly type: 'paragraph'; readonly inlines: readonly InlineText[] }
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly inlines: readonly InlineText[] }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly InlineText[])[] }
  | { readonly type: 'code'; readonly text: string }

const listItem = /^\s{0,6}(?:[-*•]|(?<number>\d{1,3})[.)])\s+(?<text>.*)$/u
const heading = /^(?<marks>#{1,6})\s+(?<text>.*?)\s*#*$/u
const fence = /^\s*```/u

export function parseModelText(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', inlines: parseInlines(paragraph.join('\n')) })
    paragraph = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const item = listItem.exec(line)?.groups
    const title = heading.exec(line)?.groups
    if (fence.test(line)) {
      endParagraph()
      const end = lines.findIndex((other, index) => index > at && fence.test(other))
      const last = end === -1 ? lines.length : end
      blocks.push({ type: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last
    } else if (line.trim() === '') endParagraph()
    else if (title) {
      endParagraph()
      const level = Math.min(3, title['marks']?.length ?? 1) as 1 | 2 | 3
      blocks.push({ type: 'heading', level, inlines: parseInlines(title['text'] ?? '') })
    } else if (item) {
      endParagraph()
      addItem(blocks, item['number'] !== undefined, parseInlines(item['text'] ?? ''))
    } else paragraph.push(line)
  }
  endParagraph()
  return blocks
}

/** Empty lines between the items of a list do not end it. */
function addItem(blocks: TextBlock[], isOrdered: boolean, inlines: readonly InlineText[]): void {
  const last = blocks.at(-1)
  if (last?.type === 'list' && last.isOrdered === isOrdered)
    blocks[blocks.length - 1] = { ...last, items: [...last.items, inlines] }
  else blocks.push({ type: 'list', isOrdered, items: [inlines] })
}

const inlinePattern =
  /(?<code>`[^`\n]+`)|(?<bold>\*\*(?=\S)[^*]+?(?<=\S)\*\*)|(?<italic>(?<![\w*])\*(?=\S)[^*\n]+?(?<=\S)\*(?![\w*]))/gu

function parseInlines(text: string): InlineText[] {
  const inlines: InlineText[] = []
  let end = 0
  const add = (piece: string, marks: readonly TextMark[]) => {
    if (piece !== '') inlines.push({ text: piece, marks })
  }
  for (const match of text.matchAll(inlinePattern)) {
    add(text.slice(end, match.index), [])
    const { code, bold, italic } = match.groups ?? {}
    if (code !== undefined) add(code.slice(1, -1), ['code'])
    else if (bold !== undefined) add(bold.slice(2, -2), ['bold'])
    else if (italic !== undefined) add(italic.slice(1, -1), ['italic'])
    end = match.index + match[0].length
  }
  add(text.slice(end), [])
  return inlines
}

/** Nodes of the note schema. */
export function toNoteNodes(blocks: readonly TextBlock[]): NoteNode[] {
  return blocks.map((block) => {
    switch (block.type) {
      case 'paragraph':
        return { type: 'paragraph', content: inlineNodes(block.inlines) }
      case 'heading':
        return { type: 'heading', attrs: { level: block.level }, content: inlineNodes(block.inlines) }
      case 'code':
        return { type: 'codeBlock', content: block.text === '' ? [] : [{ type: 'text', text: block.text }] }
      case 'list':
        return {
          type: block.isOrdered ? 'orderedList' : 'bulletList',
          content: block.items.map((item) => ({
            type: 'listItem',
            content: [{ type: 'paragraph', content: inlineNodes(item) }],
          })),
        }
    }
  })
}

/** A line break inside a paragraph becomes a hard break. */
function inlineNodes(inlines: readonly InlineText[]): NoteNode[] {
  return inlines.flatMap(({ text, marks }) => {
    const noteMarks: NoteMark[] = marks.map((type) => ({ type }))
    return text
      .split('\n')
      .flatMap((line, at): NoteNode[] => [
        ...(at > 0 ? [{ type: 'hardBreak' }] : []),
        ...(line === '' ? [] : [{ type: 'text', text: line, ...(noteMarks.length > 0 && { marks: noteMarks }) }]),
      ])
  })
}
