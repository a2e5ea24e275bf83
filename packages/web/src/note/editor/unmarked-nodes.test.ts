import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { unmarkedNodesPlugin } from './unmarked-nodes.ts'

const bold = () => noteSchema.mark('bold')
const mention = (marks = [] as ReturnType<typeof bold>[]) =>
  noteSchema.node('mention', { id: 'ines', label: 'Ines' }, undefined, marks)
const open = () =>
  EditorState.create({
    doc: noteSchema.node('doc', null, [
      noteSchema.node('paragraph', null, [noteSchema.text('ask '), mention(), noteSchema.text(' first')]),
    ]),
    plugins: [unmarkedNodesPlugin],
  })
const marksOf = ({ doc }: EditorState) =>
  doc.firstChild?.content.content.map(({ text, type, marks }) => [
    text ?? type.name,
    marks.map((mark) => mark.type.name),
  ])

test('text around a mention becomes bold, the mention itself does not', () => {
  const state = open()
  const next = state.apply(state.tr.addMark(1, state.doc.content.size - 1, bold()))
  expect(marksOf(next)).toEqual([
    ['ask ', ['bold']],
    ['mention', []],
    [' first', ['bold']],
  ])
})

test('a pasted mention loses its marks', () => {
  const state = open()
  const next = state.apply(state.tr.insert(1, [mention([bold()]), noteSchema.text('and ', [bold()])]))
  expect(marksOf(next)?.slice(0, 2)).toEqual([
    ['mention', []],
    ['and ', ['bold']],
  ])
})

test('a part without marks is unchanged', () => {
  const state = open()
  const { transactions } = state.applyTransaction(state.tr.insertText('x', 2))
  expect(transactions).toHaveLength(1)
})
