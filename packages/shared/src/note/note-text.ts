import { isInlineNode, NOTE_MAX_DEPTH, type NoteNode } from './note-document.ts'

/** The plain text of a note or of a part of it: blocks stand on lines of their own, a hard break is a line's end. */
export function noteJsonToText(node: NoteNode): string {
  const lines: string[] = []
  collectLines(node, lines, 0)
  return lines.join('\n')
}

function collectLines(node: NoteNode, lines: string[], depth: number): void {
  const content = node.content ?? []
  if (node.type === 'text') lines.push(node.text ?? '')
  else if (node.type === 'hardBreak') lines.push('\n')
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
      const lines: string[] = []
      if (depth < NOTE_MAX_DEPTH) collectLines(child, lines, depth + 1)
      return lines.join('\n')
    })
    .join('')
