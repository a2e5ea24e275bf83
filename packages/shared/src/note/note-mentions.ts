import type { NoteNode } from './note-document.ts'
import { noteMention } from './note-formats.ts'

/** The ids of the people whom a note mentions, in its order; more than once where it does. */
export function mentionedIn(note: NoteNode): string[] {
  const ids: string[] = []
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'mention') ids.push(...[noteMention(node.attrs)?.id].filter((id) => id !== undefined))
    open.push(...(node.content ?? []).toReversed())
  }
  return ids
}
