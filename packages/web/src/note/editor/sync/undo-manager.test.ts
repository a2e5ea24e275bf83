import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { createUndoManager, TolerantUndoManager } from './undo-manager.ts'

/** Throws in the middle of the next step, like Yjs when the step's position was garbage-collected. */
function typed(words: readonly string[], errors: Error[] = []) {
  const text = new Y.Doc().getText('note')
  const deleteFilter = () => {
    const error = errors.pop()
    if (error) throw error
    return true
  }
  const manager = new TolerantUndoManager(text, { captureTimeout: 0, deleteFilter })
  for (const word of words) {
    text.insert(text.length, word)
    manager.stopCapturing()
  }
  return { text, manager }
}

test('a failing step is dropped and the one before it is applied', () => {
  const failures = [new TypeError("Cannot read properties of undefined (reading 'client')")]
  const { text, manager } = typed(['one ', 'two ', 'three'], failures)
  manager.undo()
  expect(failures).toEqual([])
  expect(text.toJSON()).toBe('one three')
  manager.undo()
  expect(text.toJSON()).toBe('three')
  expect(manager.undo()).toBeNull()
  manager.redo()
  expect(text.toJSON()).toBe('one three')
})

test('another error is thrown', () => {
  const { manager } = typed(['one'], [new RangeError('too deep')])
  expect(() => manager.undo()).toThrow('too deep')
})

test('an applied step leaves no caret for the binding to restore', () => {
  const fragment = new Y.Doc().getXmlFragment('note')
  const manager = createUndoManager(fragment)
  const restored: unknown[] = []
  // Like the undo plugin of the binding.
  manager.on('stack-item-added', ({ stackItem }) => stackItem.meta.set('binding', 'a caret'))
  manager.on('stack-item-popped', ({ stackItem }) => restored.push(stackItem.meta.get('binding')))
  fragment.doc?.transact(() => fragment.push([new Y.XmlElement('paragraph')]), ySyncPluginKey)
  expect(manager.undo()).not.toBeNull()
  expect(restored).toEqual([undefined])
})
