import { Node } from '@tiptap/core'
import { mentionLabel, noteMention } from './mentioned-person.ts'
import type { NoteNode } from './note-document.ts'

/** A mentioned colleague. The name stays as written; the id identifies the person. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,

  addAttributes: () => ({
    id: {
      default: null,
      parseHTML: (element: HTMLElement) => noteMention({ id: element.getAttribute('data-mention') })?.id ?? null,
      renderHTML: () => ({}),
    },
    label: {
      default: null,
      parseHTML: (element: HTMLElement) => mentionLabel(element.getAttribute('data-label')),
      renderHTML: () => ({}),
    },
  }),

  parseHTML: () => [
    {
      tag: 'span[data-mention]',
      getAttrs: (element) => (noteMention({ id: element.getAttribute('data-mention') }) ? {} : false),
    },
  ],

  renderHTML({ node }) {
    const mention = noteMention(node.attrs)
    const label = mention?.label ?? mentionLabel(node.attrs['label'])
    return ['span', mention ? { 'data-mention': mention.id, 'data-label': label } : {}, `@${label}`]
  },

  renderText: ({ node }) => `@${mentionLabel(node.attrs['label'])}`,
})

/** The ids of the mentioned people in order, with repetitions. */
export function listMentionedIds(note: NoteNode): string[] {
  const ids: string[] = []
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'mention') ids.push(...[noteMention(node.attrs)?.id].filter((id) => id !== undefined))
    open.push(...(node.content ?? []).toReversed())
  }
  return ids
}
