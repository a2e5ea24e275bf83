import { EditorState, type Selection, TextSelection } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { describe, expect, it } from 'vitest'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { narrowTransaction } from './narrow-changes.ts'

const note = (...lines: string[]) =>
  noteSchema.node(
    'doc',
    null,
    lines.map((line) => noteSchema.node('paragraph', null, [noteSchema.text(line)])),
  )

/** Like the binding does it: replaces the whole document, so that every node is new. */
function change(state: EditorState, lines: string[], isUndoRedoOperation = false, selection?: number) {
  const whole = state.tr.replaceWith(0, state.doc.content.size, note(...lines).content)
  if (selection !== undefined) whole.setSelection(TextSelection.create(whole.doc, selection))
  return whole.setMeta(ySyncPluginKey, { isChangeOrigin: true, isUndoRedoOperation }).scrollIntoView()
}

const state = EditorState.create({ doc: note('one', 'two', 'three') })
const rangeOf = ({ anchor, head }: Selection) => [anchor, head]

describe('a change of the shared document', () => {
  it('replaces only the block that differs, and keeps positions behind it', () => {
    const narrow = narrowTransaction(state, change(state, ['one', 'two words', 'three']))
    expect(narrow.doc.toJSON()).toEqual(note('one', 'two words', 'three').toJSON())
    expect(narrow.doc.child(0)).toBe(state.doc.child(0))
    expect(narrow.doc.child(2)).toBe(state.doc.child(2))
    expect(narrow.mapping.map(12)).toBe(18)
  })

  it('keeps the selection and metadata of the binding', () => {
    const whole = change(state, ['one more', 'two', 'three'], false, 14)
    const narrow = narrowTransaction(state, whole)
    expect(rangeOf(narrow.selection)).toEqual([14, 14])
    expect(narrow.getMeta(ySyncPluginKey)).toBe(whole.getMeta(ySyncPluginKey))
    expect(narrow.getMeta('addToHistory')).toBe(false)
  })

  it('is dispatched even if it changes nothing visible', () => {
    const narrow = narrowTransaction(state, change(state, ['one', 'two', 'three']))
    expect(narrow.steps).toEqual([])
    expect(narrow.getMeta(ySyncPluginKey)).toBeDefined()
  })

  it.each([
    ['of a colleague does not scroll', false],
    ['of an undo scrolls', true],
  ])('%s', (_name, isUndo) => {
    expect(narrowTransaction(state, change(state, ['one'], isUndo)).scrolledIntoView).toBe(isUndo)
  })
})
