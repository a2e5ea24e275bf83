import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { expect, it } from 'vitest'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { findImageLineAtCaret } from './caret-line.ts'

const { nodes } = noteSchema
const picture = (display: string) => noteSchema.node('image', { display })
const stateOf = (display: string, isAtEnd = true) => {
  const words = noteSchema.text('ab')
  const content = isAtEnd ? [words, picture(display)] : [picture(display), words]
  const doc = noteSchema.node('doc', null, nodes['paragraph']?.create(null, content))
  return EditorState.create({ doc })
}
const withCaret = (state: EditorState, at: number) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))

it('adds a line for the caret behind an image on its own line', () => {
  expect(findImageLineAtCaret(withCaret(stateOf('break'), 4))).toEqual({ from: 0, to: 5 })
})

it('adds none if the caret is elsewhere, the image is inline, or text follows', () => {
  expect(findImageLineAtCaret(withCaret(stateOf('break'), 2))).toBeNull()
  expect(findImageLineAtCaret(withCaret(stateOf('inline'), 4))).toBeNull()
  expect(findImageLineAtCaret(withCaret(stateOf('break', false), 2))).toBeNull()
  const state = stateOf('break')
  expect(findImageLineAtCaret(state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 3))))).toBeNull()
})
