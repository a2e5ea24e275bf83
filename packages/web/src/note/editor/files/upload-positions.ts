/**
 * Positions of the uploads in progress. They are local to this page: others see nothing of an upload until it is
 * complete. They move with the text like carets.
 */
import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { isChangeOrigin } from '@tiptap/extension-collaboration'

export type UploadPosition = { readonly id: string; readonly position: number }

export type UploadChange = {
  readonly added?: readonly UploadPosition[]
  readonly removed?: readonly string[]
}

/** `change` has its positions in the document after the transaction. */
export function mapPositions(
  positions: readonly UploadPosition[],
  transaction: Transaction,
  before: Node,
  change: UploadChange | undefined,
): readonly UploadPosition[] {
  if (positions.length === 0 && !change?.added) return positions
  if (!transaction.docChanged && !change) return positions
  // Uploads at the same position before the completed one stay before it.
  const done = positions.findIndex(({ id }) => change?.removed?.includes(id))
  const kept = positions.flatMap(({ id, position }, index) => {
    if (change?.removed?.includes(id)) return []
    return [{ id, position: mapPosition(transaction, before, position, index < done ? -1 : 1) }]
  })
  return [...kept, ...(change?.added ?? [])]
}

/** Maps a position of the previous document to the one after the transaction. */
export function mapPosition(transaction: Transaction, before: Node, position: number, side: -1 | 1): number {
  if (!transaction.docChanged) return position
  // Remote changes replace the whole document, so their steps cannot be used for mapping.
  return isChangeOrigin(transaction)
    ? positionInNewDocument(before, transaction.doc, position)
    : transaction.mapping.map(position, side)
}

/**
 * The corresponding position in a newer state of the document: by the key of the block behind or around it, otherwise
 * by comparing the content.
 */
export function positionInNewDocument(before: Node, after: Node, position: number): number {
  const $pos = before.resolve(position)
  const next = findBlockByKey(after, blockKey($pos.nodeAfter))
  if (next !== null) return next.position
  const found = findBlockByKey(after, blockKey($pos.parent))
  if (found === null) return Math.min(positionByDiff(before, after, position), after.content.size)
  return found.position + 1 + positionByDiff($pos.parent, found.block, $pos.parentOffset)
}

const blockKey = (node: Node | null): string | null => {
  const key: unknown = node?.attrs['key']
  return typeof key === 'string' ? key : null
}

function findBlockByKey(doc: Node, key: string | null): { block: Node; position: number } | null {
  if (key === null) return null
  let found: { block: Node; position: number } | null = null
  doc.descendants((block, position) => {
    if (found === null && block.attrs['key'] === key) found = { block, position }
    return found === null && !block.isTextblock
  })
  return found
}

/**
 * Before the first difference the position stays, behind the last it shifts; in between it moves to the end of the new
 * content.
 */
function positionByDiff(before: Node, after: Node, offset: number): number {
  const start = before.content.findDiffStart(after.content)
  if (start === null || offset <= start) return offset
  const end = before.content.findDiffEnd(after.content)
  if (end === null) return offset
  if (offset >= end.a) return offset + end.b - end.a
  return Math.max(start, Math.min(offset, end.b))
}
