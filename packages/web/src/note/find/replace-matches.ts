import type { Editor } from '@tiptap/core'
import { dispatchAsUndoStep } from '../editor/sync/undo-step.ts'

/**
 * Replaces each match with the text, keeping the marks of its first character, in one undo step. Returns the number of
 * replacements.
 */
export function replaceMatches(editor: Editor, ranges: readonly StaticRange[], text: string): number {
  const { view, state } = editor
  const transaction = state.tr
  let count = 0
  for (const { startContainer, startOffset, endContainer, endOffset } of ranges.toReversed()) {
    if (!startContainer.isConnected || !endContainer.isConnected) continue
    const from = view.posAtDOM(startContainer, startOffset)
    const to = view.posAtDOM(endContainer, endOffset)
    let isText = from < to
    // A mention's name is not editable text, although it can be found.
    state.doc.nodesBetween(from, to, (node) => {
      if (node.isInline && !node.isText) isText = false
    })
    if (!isText) continue
    const marks = state.doc.nodeAt(from)?.marks
    if (text === '') transaction.delete(from, to)
    else transaction.replaceWith(from, to, state.schema.text(text, marks))
    count += 1
  }
  if (count === 0) return 0
  dispatchAsUndoStep(view, transaction)
  return view.state.doc === state.doc ? 0 : count
}
