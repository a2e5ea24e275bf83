/** Puts a generated text into the note, through its schema and as one undo step. */
import { parseModelText, toNoteNodes } from '@knowreel/shared/ai/model-text.ts'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { dispatchAsUndoStep } from '../sync/undo-step.ts'

export type TextRange = { readonly from: number; readonly to: number }

/** `full`: the note has no room for it, and says so itself. */
export function insertGeneratedText(
  view: EditorView,
  range: TextRange,
  text: string,
  isBelow = false,
): 'inserted' | 'empty' | 'full' {
  const { doc } = view.state
  const transaction = generatedTextTransaction(view.state, range, text, isBelow)
  if (transaction === null) return 'empty'
  dispatchAsUndoStep(view, transaction.scrollIntoView())
  if (view.state.doc === doc) return 'full'
  view.focus()
  return 'inserted'
}

/** Null if the text is empty. */
export function generatedTextTransaction(
  state: EditorState,
  { from, to }: TextRange,
  text: string,
  isBelow = false,
): Transaction | null {
  const size = state.doc.content.size
  const [start, end] = [Math.min(from, size), Math.min(to, size)]
  const nodes = toNoteNodes(parseModelText(text)).map((node) => state.schema.nodeFromJSON(node))
  const [first] = nodes
  if (first === undefined) return null
  for (const node of nodes) node.check()
  const { tr: transaction } = state
  if (isBelow) return transaction.insert(below(state, end), nodes)
  const $start = state.doc.resolve(start)
  const isInOneBlock = $start.parent.isTextblock && $start.sameParent(state.doc.resolve(end))
  // Words stay in their paragraph, heading or cell.
  if (nodes.length === 1 && first.type.name === 'paragraph' && isInOneBlock)
    return transaction.replaceWith(start, end, inlineContent(first, $start.parent))
  return transaction.replaceRange(start, end, new Slice(Fragment.from(nodes), 0, 0))
}

/** A code block accepts only text. */
function inlineContent(paragraph: Node, parent: Node): Fragment {
  if (parent.type.validContent(paragraph.content)) return paragraph.content
  const text = paragraph.textBetween(0, paragraph.content.size, undefined, '\n')
  return text === '' ? Fragment.empty : Fragment.from(parent.type.schema.text(text))
}

/** Behind the top-level block, where every block is accepted. */
function below({ doc }: EditorState, position: number): number {
  const $position = doc.resolve(position)
  return $position.depth === 0 ? position : $position.after(1)
}
