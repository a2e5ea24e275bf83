import { Node } from '@tiptap/core'
import { attachmentAttributes, fileSizeLabel, noteAttachment, type NoteAttachment } from './note-files.ts'

const attributeNames = ['id', 'url', 'name', 'ext', 'size', 'time'] as const

/** A downloadable file, shown as a card. */
export const FileAttachment = Node.create({
  name: 'fileAttachment',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () =>
    Object.fromEntries(
      attributeNames.map((name) => [
        name,
        {
          default: null,
          parseHTML: (element: HTMLElement) => attachmentOf(element)[name],
          renderHTML: () => ({}),
        },
      ]),
    ),

  parseHTML: () => [
    {
      tag: 'div[data-type=fileAttachment]',
      getAttrs: (element) => (attachmentOf(element).url === null ? false : {}),
    },
  ],

  renderHTML({ node }) {
    const attachment = noteAttachment(node.attrs)
    return [
      'div',
      attachmentAttributes(attachment),
      ['span', { 'data-part': 'name' }, attachment.name],
      ['span', { 'data-part': 'size' }, attachment.size === null ? '' : fileSizeLabel(attachment.size)],
    ]
  },

  renderText: ({ node }) => noteAttachment(node.attrs).name,
})

function attachmentOf(element: Element): NoteAttachment {
  const value = (name: string) => element.getAttribute(`data-${name}`)
  const size = value('size')
  return noteAttachment({
    ...Object.fromEntries(attributeNames.map((name) => [name, value(name)])),
    size: size !== null && /^\d{1,15}$/.test(size) ? Number(size) : null,
  })
}
