import { KEYED_BLOCKS, NOTE_MAX_DEPTH, type NoteNode } from '../note/note-document.ts'
import { mentionLabel } from '../note/mentioned-person.ts'
import type { KeyedText } from './quote-anchor.rules.ts'

/**
 * The quotable blocks of a note, in order. Their text is what a reader sees: pictures and unknown nodes have none. The
 * page derives the same text from its elements (web: block-text.ts).
 */
export function quotableBlocks(note: NoteNode): KeyedText[] {
  const texts: KeyedText[] = []
  const visit = (node: NoteNode, depth: number): void => {
    if (depth > NOTE_MAX_DEPTH) return
    const key: unknown = node.attrs?.['key']
    if (!KEYED_BLOCKS.includes(node.type)) for (const child of node.content ?? []) visit(child, depth + 1)
    else if (typeof key === 'string') texts.push({ key, text: (node.content ?? []).map(inlineTextOf).join('') })
  }
  visit(note, 0)
  return texts
}

function inlineTextOf({ type, text, attrs }: NoteNode): string {
  if (type === 'text') return text ?? ''
  if (type === 'hardBreak') return '\n'
  return type === 'mention' ? `@${mentionLabel(attrs?.['label'])}` : ''
}
