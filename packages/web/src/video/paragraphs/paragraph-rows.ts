/** The paragraph tree as list rows, and the effect of a drop on one of them. Pure. */
import type { Instruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { moveParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import {
  findParagraph,
  positionsOf,
  type Paragraph,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

export type ParagraphRow = {
  readonly id: string
  readonly paragraph: Paragraph
  readonly start: Ms
  readonly level: 1 | 2
  readonly parentId: string | null
  readonly index: number
  readonly siblings: number
  /** Whether its sub-paragraphs are folded. */
  readonly isFolded: boolean
}

/** The visible rows in playing order. An unchanged row stays the same object. */
export function paragraphRows(
  tree: ParagraphTree,
  folded: ReadonlySet<string>,
  before: readonly ParagraphRow[] = [],
): ParagraphRow[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const sizes = new Map<string | null, number>(tree.map(({ id, items }) => [id, items.length]))
  sizes.set(null, tree.length)
  return positionsOf(tree).flatMap(({ paragraph, parentId, index, start }) => {
    if (parentId !== null && folded.has(parentId)) return []
    const row: ParagraphRow = {
      id: paragraph.id,
      paragraph,
      start,
      level: parentId === null ? 1 : 2,
      parentId,
      index,
      siblings: sizes.get(parentId) ?? 1,
      isFolded: paragraph.items.length > 0 && folded.has(paragraph.id),
    }
    const known = old.get(row.id)
    return known !== undefined && isSameRow(known, row) ? known : row
  })
}

const isSameRow = (one: ParagraphRow, other: ParagraphRow): boolean =>
  one.paragraph === other.paragraph &&
  one.start === other.start &&
  one.parentId === other.parentId &&
  one.index === other.index &&
  one.siblings === other.siblings &&
  one.isFolded === other.isFolded

/** The row that represents a paragraph: its own, or that of the parent it is folded under. */
export function visibleRowId(rows: readonly ParagraphRow[], tree: ParagraphTree, id: string | null): string | null {
  if (id === null) return null
  if (rows.some((row) => row.id === id)) return id
  return findParagraph(tree, id)?.parentId ?? null
}

export type ParagraphPosition = { readonly parentId: string | null; readonly index: number }

export type DropPlan = {
  readonly targetId: string
  readonly zone: 'before' | 'after' | 'inside'
  readonly level: 1 | 2
  readonly position: ParagraphPosition
  /** The rule's message; null if the drop is allowed. */
  readonly refusal: string | null
}

/** The effect of dropping a paragraph on a row; null if it is already there. */
export function planDrop(
  tree: ParagraphTree,
  id: string,
  target: ParagraphRow,
  instruction: Instruction,
): DropPlan | null {
  const plan = (
    zone: DropPlan['zone'],
    level: 1 | 2,
    parentId: string | null,
    siblingIndex: number,
  ): DropPlan | null => {
    const own = findParagraph(tree, id)
    const isBehindItself = own?.parentId === parentId && own.index < siblingIndex
    const spot = { parentId, index: isBehindItself ? siblingIndex - 1 : siblingIndex }
    if (own?.parentId === parentId && own.index === spot.index) return null
    return { targetId: target.id, zone, level, position: spot, refusal: moveRefusal(tree, id, spot) }
  }
  const { level, parentId, index } = target
  switch (instruction.type) {
    case 'reorder-above':
      return plan('before', level, parentId, index)
    case 'reorder-below':
      return plan('after', level, parentId, index + 1)
    case 'make-child':
      // Unfolded sub-paragraphs are visible, so the paragraph goes where the pointer is: to the first position.
      return plan('inside', 2, target.id, target.isFolded ? target.paragraph.items.length : 0)
    case 'reparent': {
      const parent = parentId === null ? null : findParagraph(tree, parentId)
      return plan('after', 1, null, (parent?.index ?? index) + 1)
    }
    case 'instruction-blocked':
      return planDrop(tree, id, target, instruction.desired)
  }
}

function moveRefusal(tree: ParagraphTree, id: string, spot: ParagraphPosition): string | null {
  try {
    moveParagraph(tree, id, spot)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** The effect of a key in the tree; null for other keys. Left and right fold, unfold and move between the levels. */
export function stepForKey(
  rows: readonly ParagraphRow[],
  id: string,
  key: string,
): { readonly go: string } | { readonly fold: boolean } | null {
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (row === undefined) return null
  const go = (index: number) => ({ go: rows[Math.min(rows.length - 1, Math.max(0, index))]?.id ?? id })
  const hasItems = row.paragraph.items.length > 0
  if (key === 'ArrowDown') return go(at + 1)
  if (key === 'ArrowUp') return go(at - 1)
  if (key === 'Home') return go(0)
  if (key === 'End') return go(rows.length - 1)
  if (key === 'ArrowRight' && hasItems) return row.isFolded ? { fold: false } : go(at + 1)
  if (key === 'ArrowLeft' && hasItems && !row.isFolded) return { fold: true }
  if (key === 'ArrowLeft' && row.parentId !== null) return { go: row.parentId }
  return null
}
