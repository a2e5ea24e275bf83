/** The effect of a drop, derived from where the pointer is over a row. */
import type { Instruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import * as texts from '../texts.ts'
import { dropPosition, type DropZone, type OrderPosition, type PlannedMove } from './reorder.ts'
import type { TreeRow } from './tree-rows.ts'

export type DropHint = {
  readonly targetId: string
  /** Position of the drop indicator on the target row. */
  readonly zone: DropZone
  /** Indentation of the drop indicator, from 0. */
  readonly level: number
  readonly plan: PlannedMove
}

type DropInput = {
  order: readonly OrderEntry[]
  rows: readonly TreeRow[]
  id: string
  target: TreeRow
  instruction: Instruction
  planMove: (id: string, to: OrderPosition) => PlannedMove
}

export function getDropHint({ order, rows, id, target, instruction, planMove }: DropInput): DropHint {
  const at = (zone: DropZone, row: TreeRow, to = dropPosition(order, id, row.id, zone)): DropHint => ({
    targetId: target.id,
    zone,
    level: row.level - 1,
    plan: isWithin(rows, target, id) ? { refusal: texts.anArticleCantBeIts } : planMove(id, to),
  })
  switch (instruction.type) {
    case 'reorder-above':
      return at('before', target)
    case 'reorder-below':
      return at('after', target)
    case 'make-child':
      // Its children are visible, so the article goes where the pointer is: first among them.
      if (target.hasItems && !target.isFolded) return at('inside', target, { parentId: target.id, index: 0 })
      return at('inside', target)
    case 'reparent':
      return at('after', ancestorAt(rows, target, instruction.desiredLevel + 1))
    case 'instruction-blocked':
      return getDropHint({ order, rows, id, target, instruction: instruction.desired, planMove })
  }
}

const isWithin = (rows: readonly TreeRow[], row: TreeRow | undefined, id: string): boolean =>
  row !== undefined &&
  (row.id === id ||
    isWithin(
      rows,
      rows.find((one) => one.id === row.parentId),
      id,
    ))

/** Dropped to the left below the last of a level, an article goes after the parent of that level. */
function ancestorAt(rows: readonly TreeRow[], row: TreeRow, level: number): TreeRow {
  let ancestor = row
  while (ancestor.level > level) {
    const parent = rows.find(({ id }) => id === ancestor.parentId)
    if (!parent) break
    ancestor = parent
  }
  return ancestor
}
