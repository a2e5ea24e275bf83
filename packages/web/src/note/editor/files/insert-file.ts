/** Inserts an image or attachment at the requested position, or at the nearest one that accepts it. */
import type { Node, Schema } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'

export type NewFile =
  | { readonly kind: 'image'; readonly attrs: Record<string, unknown> }
  | { readonly kind: 'attachment'; readonly attrs: Record<string, unknown> }

/** Changes `transaction`; null if the note accepts no such file there. */
export function insertFile(transaction: Transaction, position: number, { kind, attrs }: NewFile): Transaction | null {
  const { schema } = transaction.doc.type
  const node = schema.nodes[kind === 'image' ? 'image' : 'fileAttachment']?.create(attrs)
  if (!node) return null
  return kind === 'image' ? insertImage(transaction, position, node) : insertBlock(transaction, position, node)
}

/** Where the upload card is shown: images inline, attachments between the blocks. */
export function uploadPosition(state: EditorState, position: number, kind: NewFile['kind']): number {
  const pos = Math.max(0, Math.min(position, state.doc.content.size))
  const $pos = state.doc.resolve(pos)
  if (!$pos.parent.isTextblock) return pos
  if (kind === 'image' && accepts($pos.parent, 'image', state.schema)) return pos
  let below = $pos.after()
  // Files added one after another keep that order.
  for (let next = state.doc.nodeAt(below); kind === 'attachment' && next?.type.name === 'fileAttachment';) {
    below += next.nodeSize
    next = state.doc.nodeAt(below)
  }
  return below
}

const accepts = (parent: Node, name: string, schema: Schema): boolean => {
  const type = schema.nodes[name]
  return type !== undefined && parent.type.contentMatch.matchType(type) !== null
}

function insertImage(transaction: Transaction, position: number, node: Node): Transaction | null {
  const { parent } = transaction.doc.resolve(position)
  if (accepts(parent, 'image', node.type.schema)) return transaction.insert(position, node)
  const paragraph = node.type.schema.nodes['paragraph']?.create(null, node)
  return paragraph ? insertBlock(transaction, position, paragraph) : null
}

/** Between the blocks; an empty line at the caret is used. */
export function insertBlock(transaction: Transaction, position: number, node: Node): Transaction | null {
  for (let $pos = transaction.doc.resolve(position); ; $pos = transaction.doc.resolve($pos.after())) {
    const { parent, nodeBefore } = $pos
    const index = $pos.index()
    if (parent.canReplaceWith(index, index, node.type)) {
      // Uses the empty line at the caret.
      const isFree = nodeBefore?.type.name === 'paragraph' && nodeBefore.content.size === 0 && index > 0
      const from = isFree && parent.canReplaceWith(index - 1, index, node.type) ? $pos.pos - nodeBefore.nodeSize : null
      if (from === null) transaction.insert($pos.pos, node)
      else transaction.replaceWith(from, $pos.pos, node)
      return ensureParagraphAfter(transaction, (from ?? $pos.pos) + node.nodeSize)
    }
    if ($pos.depth === 0) return null
  }
}

/** Adds an empty line if the file would be the last block, so that writing can continue. */
function ensureParagraphAfter(transaction: Transaction, end: number): Transaction {
  const $end = transaction.doc.resolve(end)
  const line = transaction.doc.type.schema.nodes['paragraph']?.create()
  return $end.nodeAfter === null && line ? transaction.insert(end, line) : transaction
}
