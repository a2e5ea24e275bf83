import { NodeSelection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/core'

/**
 * True if the bar of a block may be shown: the caret is in such a block and no text is selected. Selected text has its
 * own bar.
 */
export function isBarVisibleAtCaret(editor: Editor, bar: HTMLElement, type: string): boolean {
  if (editor.isDestroyed || !editor.isEditable || !editor.isActive(type)) return false
  return bar.contains(document.activeElement) || (editor.view.hasFocus() && editor.state.selection.empty)
}

/** True if the bar of a node selection may be shown. */
export function isBarVisibleForNode(editor: Editor, bar: HTMLElement, type: string): boolean {
  const { selection } = editor.state
  if (
    editor.isDestroyed ||
    !editor.isEditable ||
    !(selection instanceof NodeSelection) ||
    selection.node.type.name !== type
  )
    return false
  const focused = document.activeElement
  return bar.contains(focused) || editor.view.dom.contains(focused)
}
