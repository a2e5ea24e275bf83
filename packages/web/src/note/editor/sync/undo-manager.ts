import { defaultDeleteFilter, defaultProtectedNodes, ySyncPluginKey } from '@tiptap/y-tiptap'
import { UndoManager, type XmlFragment } from 'yjs'

type StackItem = UndoManager['undoStack'][number]

/**
 * Yjs throws a TypeError if a step would restore something inside a part that it has garbage-collected. This manager
 * drops such a step and applies the one before it.
 */
export class TolerantUndoManager extends UndoManager {
  override undo(): StackItem | null {
    return applyNextStep(this.undoStack, () => super.undo())
  }

  override redo(): StackItem | null {
    return applyNextStep(this.redoStack, () => super.redo())
  }
}

function applyNextStep(stack: readonly StackItem[], applyStep: () => StackItem | null): StackItem | null {
  for (;;) {
    const count = stack.length
    try {
      return applyStep()
    } catch (error) {
      // Every attempt pops at least one step, so the loop ends.
      if (!(error instanceof TypeError) || stack.length >= count) throw error
    }
  }
}

/** Tracks the same origins as the manager that the collaboration extension would create. */
export function createUndoManager(fragment: XmlFragment): UndoManager {
  const manager = new TolerantUndoManager(fragment, {
    trackedOrigins: new Set([ySyncPluginKey]),
    deleteFilter: (item) => defaultDeleteFilter(item, defaultProtectedNodes),
    captureTransaction: ({ meta }) => meta.get('addToHistory') !== false,
  })
  // Yjs reports a step after it is shown. With the next remote change, the binding would restore the caret of that step
  // at a position that may no longer exist, and throw.
  manager.on('stack-item-popped', ({ stackItem }) => stackItem.meta.clear())
  return manager
}
