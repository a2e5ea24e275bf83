import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { keepUndoing } from './keep-undoing.ts'

function typed(...words: string[]) {
  const doc = new Y.Doc()
  const text = doc.getText('note')
  const manager = new Y.UndoManager(text, { captureTimeout: 0 })
  for (const word of words) {
    text.insert(text.length, word)
    manager.stopCapturing()
  }
  return { text, manager }
}

/** The next step can not be taken, as one whose place is gone for good. */
function breakNext(manager: Y.UndoManager, error: Error) {
  const undo = manager.undo.bind(manager)
  let isBroken = true
  manager.undo = () => {
    if (!isBroken) return undo()
    isBroken = false
    manager.undoStack.pop()
    throw error
  }
}

test('a step that can not be taken is passed over, and the one before it is taken', () => {
  const { text, manager } = typed('one ', 'two ', 'three')
  breakNext(manager, new TypeError("Cannot read properties of undefined (reading 'client')"))
  keepUndoing(manager)
  manager.undo()
  expect(text.toJSON()).toBe('one three')
  manager.undo()
  expect(text.toJSON()).toBe('three')
  expect(manager.undo()).toBeNull()
  manager.redo()
  expect(text.toJSON()).toBe('one three')
})

test('another fault is told', () => {
  const { manager } = typed('one')
  breakNext(manager, new RangeError('too deep'))
  keepUndoing(manager)
  expect(() => manager.undo()).toThrow('too deep')
})
