import { Node } from '@tiptap/core'
import { mentionLabel, noteMention } from './note-formats.ts'

/** A colleague named in the text. The name is kept as it was when it was written; the id says who is meant. */
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
