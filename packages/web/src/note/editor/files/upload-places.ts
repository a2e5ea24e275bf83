/**
 * Where what is being uploaded will stand. The places are this page's alone: nothing of an upload is in the note that
 * others see before it is whole. They move with the text like carets.
 */
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { isChangeOrigin } from '@tiptap/extension-collaboration'

export type UploadPlace = { readonly id: string; readonly position: number }

export type UploadChange = {
  readonly added?: readonly UploadPlace[]
  readonly removed?: readonly string[]
}

/** `change` has its positions in the document after the transaction. */
export function movePlaces(
  places: readonly UploadPlace[],
  transaction: Transaction,
  before: Node,
  change: UploadChange | undefined,
): readonly UploadPlace[] {
  if (places.length === 0 && !change?.added) return places
  if (!transaction.docChanged && !change) return places
  // Of several at one place, those before the one that is done stay before it.
  const done = places.findIndex(({ id }) => change?.removed?.includes(id))
  const kept = places.flatMap(({ id, position }, index) => {
    if (change?.removed?.includes(id)) return []
    return [{ id, position: positionAfter(transaction, before, position, index < done ? -1 : 1) }]
  })
  return [...kept, ...(change?.added ?? [])]
}

function positionAfter(transaction: Transaction, before: Node, position: number, side: -1 | 1): number {
  if (!transaction.docChanged) return position
  // What comes from others replaces the whole document, so nothing can be learned from its steps.
  return isChangeOrigin(transaction)
    ? placeInReplaced(before, transaction.doc, position)
    : transaction.mapping.map(position, side)
}

/** The same place in a document that was replaced by a newer form of itself: by the key of its block, else by what is equal. */
export function placeInReplaced(before: Node, after: Node, position: number): number {
  const $place = before.resolve(position)
  const found = findBlock(after, keyOf($place))
  if (found === null) return Math.min(placeInChanged(before, after, position), after.content.size)
  return found.position + 1 + placeInChanged($place.parent, found.block, $place.parentOffset)
}

const keyOf = ($place: ResolvedPos): string | null => {
  const key: unknown = $place.parent.attrs['key']
  return typeof key === 'string' ? key : null
}

function findBlock(doc: Node, key: string | null): { block: Node; position: number } | null {
  if (key === null) return null
  let found: { block: Node; position: number } | null = null
  doc.descendants((block, position) => {
    if (found === null && block.attrs['key'] === key) found = { block, position }
    return found === null && !block.isTextblock
  })
  return found
}

/** Before the first difference it stays, behind the last it moves along; between them it goes to the end of the new. */
function placeInChanged(before: Node, after: Node, offset: number): number {
  const start = before.content.findDiffStart(after.content)
  if (start === null || offset <= start) return offset
  const end = before.content.findDiffEnd(after.content)
  if (end === null) return offset
  if (offset >= end.a) return offset + end.b - end.a
  return Math.max(start, Math.min(offset, end.b))
}
