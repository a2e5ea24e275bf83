import { Extension } from '@tiptap/core'

/**
 * A key for which one command after the other is tried, as Backspace, has the editor begin a change with each that does
 * not apply, and draw everything for a change of nothing.
 */
export const QuietKeys = Extension.create({
  name: 'quietKeys',

  dispatchTransaction({ transaction, next }) {
    const { steps, selectionSet, storedMarksSet, isGeneric, scrolledIntoView } = transaction
    if (steps.length > 0 || selectionSet || storedMarksSet || !isGeneric || scrolledIntoView) next(transaction)
  },
})
