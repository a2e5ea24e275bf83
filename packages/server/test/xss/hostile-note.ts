/** Notes that no editor produces: a payload in every position where a client can put text, and invalid elements. */
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import type { NoteJson, NoteMark, NoteNode } from '@knowreel/shared/note/note-document.ts'

const text = (value: string, ...marks: NoteMark[]): NoteNode => ({ type: 'text', text: value, marks })
const paragraph = (...content: NoteNode[]): NoteNode => ({ type: 'paragraph', content })
const mark = (type: string, attrs: Record<string, unknown>): NoteMark => ({ type, attrs })

/** Every attribute of the node or mark with this name, and some that it has in HTML. */
function attributes(type: string, payload: string): Record<string, unknown> {
  const own = noteSchema.nodes[type] ?? noteSchema.marks[type]
  const names = [...Object.keys(own?.spec.attrs ?? {}), 'onclick', 'style']
  return Object.fromEntries(names.map((name) => [name, payload]))
}

const inside = ['paragraph', 'heading', 'codeBlock', 'mention', 'image', 'hardBreak', 'tableOfContents', 'embed']
const around = 'blockquote bulletList orderedList listItem taskList taskItem columns column callout toggle'.split(' ')
const marks = ['link', 'textStyle', 'bold', 'highlight', 'code', 'comment']

/**
 * The payload as text, as every attribute of every node and mark, and as the name of a node, a mark and an attribute.
 */
export function hostileBlocks(payload: string): NoteNode[] {
  // Longer names are refused on arrival.
  const name = payload.slice(0, 100)
  const attrsOf = (type: string) => attributes(type, payload)
  return [
    paragraph(text(payload), ...marks.map((type) => text('x', mark(type, attrsOf(type))))),
    paragraph(text('named', mark(name, attrsOf(name)), mark('link', { href: payload }))),
    ...inside.map((type) =>
      type === 'paragraph' ? { type, attrs: attrsOf(type), content: [text(payload)] } : { type, attrs: attrsOf(type) },
    ),
    ...around.map((type) => ({ type, attrs: attrsOf(type), content: [paragraph(text('x'))] })),
    { type: 'codeBlock', attrs: { language: payload }, content: [text(payload)] },
    { type: 'heading', attrs: { key: payload, level: 2 }, content: [text(payload)] },
    { type: 'heading', attrs: { key: 'aaaaaaaaaaaaaaaa', level: 3 }, content: [text(payload)] },
    paragraph({ type: 'mention', attrs: { id: '0193cf0a-0000-7000-8000-000000000001', label: payload } }),
    paragraph({
      type: 'image',
      attrs: { src: `/files/images/ab/0193cf0a-0000-7000-8000-000000000001.png`, alt: payload, title: payload },
    }),
    {
      type: 'fileAttachment',
      attrs: { url: '/files/attachments/ab/0193cf0a-0000-7000-8000-000000000001.bin', name: payload, ext: payload },
    },
    { type: 'fileAttachment', attrs: attrsOf('fileAttachment') },
    { type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ', title: payload } },
    { type: 'embed', attrs: { url: `https://youtu.be/dQw4w9WgXcQ?${payload}`, title: 'x' } },
    {
      type: 'table',
      attrs: attrsOf('table'),
      content: [
        {
          type: 'tableRow',
          attrs: attrsOf('tableRow'),
          content: ['tableCell', 'tableHeader'].map((type) => ({
            type,
            attrs: { ...attrsOf(type), colwidth: [payload], colspan: payload },
            content: [paragraph(text('x'))],
          })),
        },
      ],
    },
    { type: name, attrs: { [name]: payload }, content: [paragraph(text(payload))] },
    paragraph({ type: name, attrs: { [name]: { [name]: [payload] } } }),
  ]
}

const htmlElements = 'script style iframe img svg math object embed link meta base form input template noscript a'

/** HTML elements under their own names, which a client can write as easily as a paragraph. */
export const elementBlocks = (): NoteNode[] =>
  htmlElements.split(' ').map((type) => ({
    type,
    attrs: {
      src: 'https://canary.invalid/x',
      href: 'javascript:window.__pwned(1)',
      onerror: 'window.__pwned(1)',
      onload: 'x',
    },
    content: [text('window.__pwned(1)')],
  }))

export const hostileNote = (payloads: readonly string[]): NoteJson => ({
  type: 'doc',
  content: [...payloads.flatMap(hostileBlocks), ...elementBlocks()],
})
