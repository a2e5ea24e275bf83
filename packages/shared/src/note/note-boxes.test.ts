import type { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { leaveAtEnd, unwrapAtStart } from './note-boxes.ts'
import { isEmptyNote, type NoteJson, type NoteNode } from './note-document.ts'
import { noteJsonToHtml } from './note-html.ts'
import { noteSchema } from './note-schema.ts'
import { noteJsonToText } from './note-text.ts'

const line = (text = '') => noteSchema.node('paragraph', null, text === '' ? [] : [noteSchema.text(text)])
const box = (type: string, ...lines: string[]) => noteSchema.node(type, null, lines.map(line))

/** The note after the key, with the caret at the start of the line of the box with this index. */
function press(
  key: (state: EditorState) => Transaction | null,
  made: Node,
  index: number,
  after = 'after',
): { blocks: string[]; at: string } | null {
  const doc = noteSchema.node('doc', null, [line('before'), made, line(after)])
  let position = doc.child(0).nodeSize + 2
  for (let at = 0; at < index; at += 1) position += made.child(at).nodeSize
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, position) })
  const transaction = key(state)
  if (!transaction) return null
  const { doc: changed, selection } = state.apply(transaction)
  changed.check()
  const blocks = changed.children.map(({ type, children }) =>
    type.name === 'paragraph' ? children.map(({ text }) => text).join('') : `${type.name} ${children.length}`,
  )
  return { blocks, at: selection.$from.depth > 1 ? 'inside' : 'outside' }
}

describe.each(['callout', 'toggle'])('in a %s', (type) => {
  it('Enter in an empty last line leaves it', () => {
    expect(press(leaveAtEnd, box(type, 'a', ''), 1)).toEqual({
      blocks: ['before', `${type} 1`, '', 'after'],
      at: 'outside',
    })
  })

  it('Enter moves to an empty line that is already below it', () => {
    expect(press(leaveAtEnd, box(type, 'a', ''), 1, '')).toEqual({ blocks: ['before', `${type} 1`, ''], at: 'outside' })
  })

  it('Enter in the only, empty line removes it', () => {
    expect(press(leaveAtEnd, box(type, ''), 0)).toEqual({ blocks: ['before', '', 'after'], at: 'outside' })
  })

  it('Enter elsewhere is that of any text', () => {
    expect(press(leaveAtEnd, box(type, 'a', '', 'b'), 1)).toBeNull()
    expect(press(leaveAtEnd, box(type, 'a', 'b'), 1)).toBeNull()
  })

  it('Backspace at its start keeps its content', () => {
    expect(press(unwrapAtStart, box(type, 'a', 'b'), 0)).toEqual({
      blocks: ['before', 'a', 'b', 'after'],
      at: 'outside',
    })
    expect(press(unwrapAtStart, box(type, 'a', 'b'), 1)).toBeNull()
  })
})

describe('the HTML of a note', () => {
  const doc = (...content: NoteNode[]): NoteJson => ({ type: 'doc', content })
  const text = (value: string): NoteNode => ({ type: 'text', text: value })
  const paragraph = (...content: NoteNode[]): NoteNode => ({ type: 'paragraph', content })

  it('writes callouts of a known kind, and toggles with their first line as the summary', () => {
    const callout = (kind: unknown) => noteJsonToHtml(doc({ type: 'callout', attrs: { kind }, content: [paragraph()] }))
    expect(callout('danger')).toBe('<div data-type="callout" data-kind="danger"><p></p></div>')
    expect(callout('"><script>')).toBe('<div data-type="callout" data-kind="info"><p></p></div>')
    const toggle = (...content: NoteNode[]) => noteJsonToHtml(doc({ type: 'toggle', content }))
    expect(toggle(paragraph(text('More')), paragraph(text('inside')))).toBe(
      '<details><summary><p>More</p></summary><p>inside</p></details>',
    )
    expect(toggle({ type: 'horizontalRule' })).toBe('<details><summary></summary><hr></details>')
  })

  it('links the first table of contents to its headings', () => {
    const heading = (level: number, key: string, words: string): NoteNode => ({
      type: 'heading',
      attrs: { level, key },
      content: [text(words)],
    })
    const contents = { type: 'tableOfContents' }
    const [one, other] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']
    const html = noteJsonToHtml(
      doc(contents, heading(2, one, 'A <b>'), heading(4, other, 'B'), heading(1, 'bad"', ' '), contents),
    )
    expect(html).toBe(
      `<nav data-type="tableOfContents"><a href="#h-${one}" data-level="1">A &lt;b&gt;</a><a href="#h-${other}" data-level="3">B</a></nav>` +
        `<h2 id="h-${one}" data-key="${one}">A &lt;b&gt;</h2><h4 id="h-${other}" data-key="${other}">B</h4>` +
        '<h1 data-space="keep"> </h1><nav data-type="tableOfContents"></nav>',
    )
    expect(noteJsonToHtml(doc(heading(2, one, 'A')))).toBe(`<h2 data-key="${one}">A</h2>`)
    expect(isEmptyNote(doc(contents))).toBe(true)
    expect(noteJsonToText(doc(contents, heading(1, one, 'A')))).toBe('A')
  })
})
