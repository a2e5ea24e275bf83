import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, it } from 'vitest'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { moveBlock } from './move-block.ts'

const paragraph = (text: string) => noteSchema.node('paragraph', null, [noteSchema.text(text)])
const doc = noteSchema.node('doc', null, [paragraph('one'), paragraph('second'), paragraph('three')])
const stateAt = (caret: number) => EditorState.create({ doc, selection: TextSelection.create(doc, caret) })
const texts = (state: EditorState) => state.doc.children.map(({ textContent }) => textContent)

/** Positions inside: one 1–4, second 6–12, three 14–19. */
const moved = (caret: number, direction: 'up' | 'down') => {
  const transaction = moveBlock(stateAt(caret), direction)
  return transaction && stateAt(caret).apply(transaction)
}

it('moves a block up and down, and the caret stays at its letter', () => {
  const up = moved(8, 'up')
  expect(up && texts(up)).toEqual(['second', 'one', 'three'])
  expect(up?.selection.$from.parentOffset).toBe(2)
  expect(up?.selection.$from.parent.textContent).toBe('second')
  const down = moved(8, 'down')
  expect(down && texts(down)).toEqual(['one', 'three', 'second'])
  expect(down?.selection.$from.parentOffset).toBe(2)
})

it('does nothing at the ends', () => {
  expect(moved(2, 'up')).toBeNull()
  expect(moved(16, 'down')).toBeNull()
})
