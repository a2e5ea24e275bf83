/**
 * Notes with blocks of every kind, 30 per section; the longest allowed note has 100 sections, with a node size below
 * 30,000.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'

const words =
  'meter gate serial beat chart site ticket modem restart window night shift carrier wire seal van log call'.split(' ')

let wordIndex = 0
const word = (): string => words[wordIndex++ % words.length] ?? 'meter'
const text = (value: string): NoteNode => ({ type: 'text', text: value })
const paragraph = (...content: NoteNode[]): NoteNode => ({ type: 'paragraph', content })
const line = (): NoteNode => paragraph(text(`${word()} ${word()}`))
const shortLine = (): NoteNode => paragraph(text(word()))
const node = (type: string, content: NoteNode[], attrs?: NoteNode['attrs']): NoteNode => ({
  type,
  content,
  ...(attrs ? { attrs } : {}),
})

/** Thirty blocks of text: a heading, followed by lines, lists, a table, columns, code, a quote and a mention. */
function section(personId: string): NoteNode[] {
  const cell = (type: string) => node(type, [shortLine()])
  return [
    node('heading', [text(`${word()} ${word()}`)], { level: 2 }),
    ...Array.from({ length: 12 }, (_, index) => (index < 5 ? line() : shortLine())),
    paragraph(text('ask '), { type: 'mention', attrs: { id: personId, label: 'Ines' } }),
    node('bulletList', [
      node('listItem', [shortLine()]),
      node('listItem', [shortLine()]),
      node('listItem', [shortLine()]),
    ]),
    node('taskList', [
      node('taskItem', [shortLine()], { checked: true }),
      node('taskItem', [shortLine()], { checked: false }),
    ]),
    node('table', [
      node('tableRow', [cell('tableHeader'), cell('tableHeader')]),
      node('tableRow', [cell('tableCell'), cell('tableCell')]),
    ]),
    node('columns', [node('column', [shortLine(), shortLine()]), node('column', [shortLine()])]),
    node('codeBlock', [text('let a = 1')], { language: 'javascript' }),
    node('blockquote', [shortLine()]),
    paragraph({ type: 'text', text: word(), marks: [{ type: 'bold' }] }),
    shortLine(),
  ]
}

export function longNote(personId: string, sections: number): NoteJson {
  wordIndex = 0
  const content = Array.from({ length: sections }, () => section(personId)).flat()
  return withBlockKeys({ type: 'doc', content }, newKey)
}
