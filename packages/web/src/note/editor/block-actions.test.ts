import { EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { moveDraggedBlock } from './handle/block-drop.ts'
import { selectedBlockPosition, deleteBlock, duplicateBlock, moveBlock, selectBlock } from './block-actions.ts'

const paragraph = (text: string) => noteSchema.node('paragraph', null, [noteSchema.text(text)])
/** Positions before the blocks: one 0, second 5, three 13. */
const doc = noteSchema.node('doc', null, [paragraph('one'), paragraph('second'), paragraph('three')])
const stateAt = (caret: number) => EditorState.create({ doc, selection: TextSelection.create(doc, caret) })
const texts = (state: EditorState) => state.doc.children.map(({ textContent }) => textContent)
const after = (state: EditorState, transaction: Transaction | null) => {
  if (!transaction) throw new Error('nothing was changed')
  return state.apply(transaction)
}

it('finds the block that contains the caret', () => {
  expect(selectedBlockPosition(stateAt(2))).toBe(0)
  expect(selectedBlockPosition(stateAt(8))).toBe(5)
})

it('moves a block up and down and keeps the caret at its character', () => {
  const up = after(stateAt(8), moveBlock(stateAt(8), 5, 'up'))
  expect(texts(up)).toEqual(['second', 'one', 'three'])
  expect(up.selection.$from.parentOffset).toBe(2)
  expect(up.selection.$from.parent.textContent).toBe('second')
  const down = after(stateAt(8), moveBlock(stateAt(8), 5, 'down'))
  expect(texts(down)).toEqual(['one', 'three', 'second'])
  expect(down.selection.$from.parentOffset).toBe(2)
})

it('moves nothing beyond either end', () => {
  expect(moveBlock(stateAt(2), 0, 'up')).toBeNull()
  expect(moveBlock(stateAt(16), 13, 'down')).toBeNull()
})

it('duplicates a block below itself and moves the caret into the copy', () => {
  const doubled = after(stateAt(2), duplicateBlock(stateAt(2), 5))
  expect(texts(doubled)).toEqual(['one', 'second', 'second', 'three'])
  expect(doubled.selection.$from.index(0)).toBe(2)
})

it('deletes a block, and leaves an empty one if it was the last', () => {
  expect(texts(after(stateAt(8), deleteBlock(stateAt(8), 5)))).toEqual(['one', 'three'])
  const single = noteSchema.node('doc', null, [paragraph('only')])
  const state = EditorState.create({ doc: single })
  const left = after(state, deleteBlock(state, 0))
  expect(texts(left)).toEqual([''])
})

it('selects the text of a block', () => {
  const selected = after(stateAt(2), selectBlock(stateAt(2), 5))
  expect(selected.doc.textBetween(selected.selection.from, selected.selection.to)).toBe('second')
})

describe('a block in a column', () => {
  const column = (...lines: string[]) => noteSchema.node('column', null, lines.map(paragraph))
  const note = noteSchema.node('doc', null, [
    paragraph('above'),
    noteSchema.node('columns', null, [column('one', 'two'), column('alone')]),
  ])
  const at = (text: string) => {
    let found = 0
    note.descendants((node, position) => {
      if (node.isText && node.text === text) found = position
    })
    return EditorState.create({ doc: note, selection: TextSelection.create(note, found) })
  }

  it('moves within its column', () => {
    const state = at('two')
    const moved = after(state, moveBlock(state, selectedBlockPosition(state), 'up'))
    expect(moved.doc.child(1).textContent).toBe('twoonealone')
    expect(moveBlock(at('alone'), selectedBlockPosition(at('alone')), 'down')).toBeNull()
  })

  it('leaves an empty line if it was the last', () => {
    const state = at('alone')
    const { doc: left } = after(state, deleteBlock(state, selectedBlockPosition(state)))
    left.check()
    expect(left.child(1).textContent).toBe('onetwo')
    expect(left.child(1).childCount).toBe(2)
  })
})

describe('a dragged block', () => {
  const task = (text: string, isChecked = false) =>
    noteSchema.node('taskItem', { checked: isChecked }, [paragraph(text)])
  const listed = noteSchema.node('doc', null, [
    noteSchema.node('taskList', null, [task('one', true), task('two')]),
    paragraph('end'),
  ])
  /** Positions before the blocks: one 1, two 8, end 16. */
  const state = EditorState.create({ doc: listed })
  const moved = (from: number, to: number) => {
    const transaction = moveDraggedBlock(state, NodeSelection.create(listed, from), to)
    return transaction && state.apply(transaction).doc
  }

  it('moves with its content before a block of the same type', () => {
    const list = moved(8, 1)?.firstChild
    expect(list?.children.map(({ textContent, attrs }) => [textContent, attrs['checked']])).toEqual([
      ['two', false],
      ['one', true],
    ])
  })

  it('stays in place when dropped onto itself', () => {
    expect(moved(8, 8)?.eq(listed)).toBe(true)
    expect(moved(8, 15)?.eq(listed)).toBe(true)
  })

  it('is copied next to itself', () => {
    const transaction = moveDraggedBlock(state, NodeSelection.create(listed, 8), 15, { isCopy: true })
    expect(transaction?.doc.firstChild?.children.map(({ textContent }) => textContent)).toEqual(['one', 'two', 'two'])
  })

  it('gets a list of its own outside of its list', () => {
    const left = moved(1, 21)
    left?.check()
    expect(left?.children.map(({ type, textContent }) => `${type.name}: ${textContent}`)).toEqual([
      'taskList: two',
      'paragraph: end',
      'taskList: one',
    ])
    expect(left?.lastChild?.firstChild?.attrs['checked']).toBe(true)
  })

  it('removes the list together with its only item', () => {
    const lone = noteSchema.node('doc', null, [noteSchema.node('taskList', null, [task('one')]), paragraph('end')])
    const transaction = deleteBlock(EditorState.create({ doc: lone }), 1)
    expect(transaction?.doc.children.map(({ type }) => type.name)).toEqual(['paragraph'])
    transaction?.doc.check()
  })
})
