import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Makes every key act on the result of the previous one, at minimal cost. */
export const GuardedKeys = Extension.create({
  name: 'guardedKeys',

  /**
   * For keys such as Backspace, several commands are tried in turn. Each that does not apply still starts a
   * transaction, so empty transactions are not dispatched.
   */
  dispatchTransaction({ transaction, next }) {
    const { steps, selectionSet, storedMarksSet, isGeneric, scrolledIntoView } = transaction
    if (steps.length > 0 || selectionSet || storedMarksSet || !isGeneric || scrolledIntoView) next(transaction)
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('guardedKeys'),
        props: { handleDOMEvents: { keydown: syncDomSelection } },
      }),
    ]
  },
})

/**
 * The browser reports a caret moved by a key asynchronously. On a busy machine the next key arrives first, and End
 * followed by Enter would break the line at the old position; this event makes ProseMirror read the caret now.
 */
function syncDomSelection(view: EditorView): boolean {
  if (!view.composing && !isCaretRead(view)) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
  return false
}

/** Every listener of the page hears the event, so a key after a key that only changed text does without it. */
function isCaretRead(view: EditorView): boolean {
  const { selection } = view.state
  const shown = view.dom.ownerDocument.getSelection()
  if (!selection.empty || !shown?.isCollapsed || !shown.focusNode || !view.dom.contains(shown.focusNode)) return false
  return view.posAtDOM(shown.focusNode, shown.focusOffset) === selection.head
}
