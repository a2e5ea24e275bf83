/**
 * Notes with blocks of every kind, 30 per section; the longest allowed note has 100 sections, with a node size below
 * 30,000.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'

const words =
  'meter gate serial beat chart site ticket modem restart window night shift carrier wire seal van log call'.split(' ')

let at = 0
const word = (): string => words[at++ % words.length] ?? 'meter'
const text = (value: string): NoteNode => ({ type: 'text', text: value })
const paragraph = (...content: NoteNode[]): NoteNode => ({ type: 'paragraph', content })
const line = (): NoteNode => paragraph(text(`${word()} ${word()}`))
const short = (): NoteNode => paragraph(text(word()))
const wrap = (type: string, content: NoteNode[], attrs?: NoteNode['attrs']): NoteNode => ({
  type,
  content,
  ...(attrs ? { attrs } : {}),
})

/** Thirty blocks of text: a heading, followed by lines, lists, a table, columns, code, a quote and a mention. */
function section(personId: string): NoteNode[] {
  const cell = (type: string) => wrap(type, [short()])
  return [
    wrap('heading', [text(`${word()} ${word()}`)], { level: 2 }),
    ...Array.from({ length: 12 }, (_, index) => (index < 5 ? line() : short())),
    paragraph(text('ask '), { type: 'mention', attrs: { id: personId, label: 'Ines' } }),
    wrap('bulletList', [wrap('listItem', [short()]), wrap('listItem', [short()]), wrap('listItem', [short()])]),
    wrap('taskList', [wrap('taskItem', [short()], { checked: true }), wrap('taskItem', [short()], { checked: false })]),
    wrap('table', [
      wrap('tableRow', [cell('tableHeader'), cell('tableHeader')]),
      wrap('tableRow', [cell('tableCell'), cell('tableCell')]),
    ]),
    wrap('columns', [wrap('column', [short(), short()]), wrap('column', [short()])]),
    wrap('codeBlock', [text('let a = 1')], { language: 'javascript' }),
    wrap('blockquote', [short()]),
    paragraph({ type: 'text', text: word(), marks: [{ type: 'bold' }] }),
    short(),
  ]
}

export function longNote(personId: string, sections: number): NoteJson {
  at = 0
  const content = Array.from({ length: sections }, () => section(personId)).flat()
  return withBlockKeys({ type: 'doc', content }, newKey)
}
