import { headingLevel } from './note-formats.ts'
import { mentionLabel } from './mentioned-person.ts'
import { noteAttachment, noteImage } from './note-files.ts'
import { noteEmbed } from './embed/note-embed.ts'
import { isBlockKey, isInlineNode, NOTE_MAX_DEPTH, type NoteNode } from './note-document.ts'

/**
 * The plain text of a note or part of it: one line per block, hard breaks are line breaks. A picture contributes its
 * alternative text, an attachment its name and an embedded page its title, so that all can be searched.
 */
export function noteJsonToText(node: NoteNode): string {
  const lines: string[] = []
  collectLines(node, lines, 0)
  return lines.join('\n')
}

export type NoteHeading = {
  /** Empty if it has none. */
  readonly key: string
  /** 1 for the highest level that the note uses. */
  readonly level: number
  readonly text: string
}

/** The headings that a table of contents lists; empty ones are left out. */
export function noteHeadings(note: NoteNode): NoteHeading[] {
  const found: NoteHeading[] = []
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type !== 'heading') open.push(...(node.content ?? []).toReversed())
    else {
      const text = noteJsonToText(node).replaceAll(/\s+/gu, ' ').trim()
      if (text !== '') found.push({ key: keyOf(node), level: headingLevel(node.attrs?.['level']), text })
    }
  }
  const highest = Math.min(...found.map(({ level }) => level))
  return found.map((heading) => ({ ...heading, level: heading.level - highest + 1 }))
}

function keyOf({ attrs }: NoteNode): string {
  const key = attrs?.['key']
  return isBlockKey(key) ? key : ''
}

function collectLines(node: NoteNode, lines: string[], depth: number): void {
  const content = node.content ?? []
  if (node.type === 'text') lines.push(node.text ?? '')
  else if (node.type === 'hardBreak') lines.push('\n')
  else if (node.type === 'mention') lines.push(mentionText(node))
  else if (node.type === 'image') lines.push(imageText(node))
  else if (node.type === 'fileAttachment') lines.push(noteAttachment(node.attrs).name)
  else if (node.type === 'embed') lines.push(noteEmbed(node.attrs).label)
  else if (content.some((child) => isInlineNode(child.type))) lines.push(inlineText(content, depth))
  else if (content.length === 0) {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock') lines.push('')
  } else if (depth < NOTE_MAX_DEPTH) for (const child of content) collectLines(child, lines, depth + 1)
}

const inlineText = (content: readonly NoteNode[], depth: number): string =>
  content
    .map((child) => {
      if (child.type === 'text') return child.text ?? ''
      if (child.type === 'hardBreak') return '\n'
      if (child.type === 'mention') return mentionText(child)
      if (child.type === 'image') return imageText(child)
      const lines: string[] = []
      if (depth < NOTE_MAX_DEPTH) collectLines(child, lines, depth + 1)
      return lines.join('\n')
    })
    .join('')

const mentionText = ({ attrs }: NoteNode): string => `@${mentionLabel(attrs?.['label'])}`

/** The title is added if it differs from the alternative text. */
function imageText({ attrs }: NoteNode): string {
  const { alt, title } = noteImage(attrs)
  return title === null || title === alt ? alt : [alt, title].filter((words) => words !== '').join(' ')
}
