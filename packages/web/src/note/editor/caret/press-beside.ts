import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { canHoldGap, hasLineAtEnd, moveBehindLast } from './trailing-line.extension.ts'

/**
 * A press beside the text puts the caret into the line at that height, and a press below it into the last one, so that
 * what is typed next goes into the note.
 */
export function watchPressesBeside(editor: Editor, container: HTMLElement): () => void {
  const press = (event: MouseEvent): void => {
    const { target, button, clientX, clientY } = event
    if (!(target instanceof Element) || !target.contains(container)) return
    if (button !== 0 || event.defaultPrevented || !editor.isEditable) return
    const text = editor.view.dom.getBoundingClientRect()
    const isBelow = clientY > text.bottom
    if (clientY < text.top || (isBelow && target !== container) || isOnScrollbar(target, clientX)) return
    event.preventDefault()
    if (isBelow) focusEnd(editor)
    else focusLine(editor, Math.min(Math.max(clientX, text.left + 1), text.right - 1), clientY)
  }
  document.addEventListener('mousedown', press)
  return () => document.removeEventListener('mousedown', press)
}

const isOnScrollbar = (target: Element, clientX: number): boolean =>
  clientX >= target.getBoundingClientRect().left + target.clientLeft + target.clientWidth

function focusLine({ view, state }: Editor, left: number, top: number): void {
  const found = view.posAtCoords({ left, top })
  if (!found) return
  const selection = TextSelection.near(state.doc.resolve(found.pos))
  view.dispatch(state.tr.setSelection(selection).setMeta('pointer', true))
  view.focus()
}

/** Also behind a table or code block, after which there may be no line yet. */
function focusEnd(editor: Editor): void {
  const last = editor.state.doc.lastChild
  if (canHoldGap(last)) {
    editor.view.dispatch(moveBehindLast(editor.state.tr))
    editor.view.focus()
    return
  }
  if (last?.type.name === 'paragraph' && hasLineAtEnd(last)) editor.commands.focus('end')
  else editor.chain().insertContentAt(editor.state.doc.content.size, { type: 'paragraph' }).focus('end').run()
}
