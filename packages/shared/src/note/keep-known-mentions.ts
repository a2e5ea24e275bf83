import type { NoteJson, NoteNode } from './note-document.ts'
import { noteMention } from './mentioned-person.ts'
import { noteJsonToText } from './note-text.ts'

export function findMentionedIds(note: NoteJson): string[] {
  const ids: string[] = []
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    const mention = node.type === 'mention' ? noteMention(node.attrs) : null
    if (mention !== null) ids.push(mention.id)
    open.push(...(node.content ?? []))
  }
  return ids
}

/** Keeps mentions of people of the company; all others become text. The same note if there are none. */
export function keepKnownMentions(
  note: NoteJson,
  isKnown: (userId: string) => boolean,
  onText: (name: string) => void,
): NoteJson {
  const visit = (node: NoteNode): NoteNode => {
    if (node.type === 'mention' && !isKnown(noteMention(node.attrs)?.id ?? '')) {
      const text = noteJsonToText(node)
      onText(text)
      return { type: 'text', text, ...(node.marks && { marks: node.marks }) }
    }
    const content = node.content?.map(visit)
    return content === undefined || content.every((child, index) => child === node.content?.[index])
      ? node
      : { ...node, content }
  }
  return visit(note) as NoteJson
}
