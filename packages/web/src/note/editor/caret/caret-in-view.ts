import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Pixels of the page's scroll area that bars cover. */
export const coveredHeight = { top: 120, right: 0, bottom: 72, left: 0 }

/**
 * True if the caret needs no scrolling. ProseMirror would measure every ancestor of the caret with each key; in a plain
 * block, only the page scrolls.
 */
export function isCaretInView(view: EditorView): boolean {
  const { selection } = view.state
  if (!(selection instanceof TextSelection) || selection.$head.depth !== 1 || selection.$head.parent.type.spec.code)
    return false
  const page = view.dom.closest('main')?.getBoundingClientRect()
  if (!page) return false
  const caret = view.coordsAtPos(selection.head, 1)
  return (
    caret.top >= Math.max(page.top, 0) + coveredHeight.top &&
    caret.bottom <= Math.min(page.bottom, visualViewport?.height ?? innerHeight) - coveredHeight.bottom
  )
}
