import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

type Observing = { readonly domObserver?: { flush?: () => void } }

/** What keys need so that each works on what the one before it left, and costs no more than it must. */
export const QuietKeys = Extension.create({
  name: 'quietKeys',

  /**
   * A key for which one command after the other is tried, as Backspace, has the editor begin a change with each that does
   * not apply, and draw everything for a change of nothing.
   */
  dispatchTransaction({ transaction, next }) {
    const { steps, selectionSet, storedMarksSet, isGeneric, scrolledIntoView } = transaction
    if (steps.length > 0 || selectionSet || storedMarksSet || !isGeneric || scrolledIntoView) next(transaction)
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('quietKeys'),
        props: { handleDOMEvents: { keydown: readCaret } },
      }),
    ]
  },
})

/**
 * The browser tells of a caret that a key has moved when it has time; on a busy machine the next key comes before. End and
 * Enter in quick succession would break the line where the caret was.
 */
function readCaret(view: EditorView): boolean {
  if (!view.composing) (view as unknown as Observing).domObserver?.flush?.()
  return false
}
