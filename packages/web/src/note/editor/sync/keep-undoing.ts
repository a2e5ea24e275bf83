import type { UndoManager } from 'yjs'

/**
 * Yjs throws in the middle of a step that would bring something back into a part that is gone for good: its `redoItem` takes
 * what was collected for an item. Such a step is passed over, as one of which nothing is left; the one before it is taken.
 */
export function keepUndoing(manager: UndoManager): void {
  const ways = [
    ['undo', 'undoStack'],
    ['redo', 'redoStack'],
  ] as const
  for (const [way, stack] of ways) {
    const take = manager[way].bind(manager)
    manager[way] = () => {
      for (;;) {
        const left = manager[stack].length
        try {
          return take()
        } catch (error) {
          // Each try takes a step off the stack.
          if (!(error instanceof TypeError) || manager[stack].length >= left) throw error
        }
      }
    }
  }
}
