import type { Instruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import { describe, expect, it } from 'vitest'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { tree } from '@knowreel/shared/workspace/order-tree.fixture.ts'
import { orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { getDropHint } from './drop-hint.ts'
import { applyMove, planMove, startSorting } from './reorder.ts'
import { treeRows } from './tree-rows.ts'

const order = tree({ a: {}, b: { c: {}, d: { e: {} } }, video: {} })
const articles = orderIds(order).map((id): ArticleTreeEntry => ({
  id,
  shortId: id,
  slug: id,
  title: id,
  icon: null,
  duration: id === 'video' ? 60_000 : 0,
  isHasText: true,
  isFirstTabFilled: true,
  isArchived: false,
  updatedAt: '2026-11-12T10:00:00.000Z',
}))
const sorting = startSorting(order, articles)

function drop(id: string, targetId: string, type: Instruction['type'], desiredLevel = 0, folded: string[] = []) {
  const rows = treeRows(order, articles, { folded: new Set(folded) })
  const target = rows.find((row) => row.id === targetId)
  if (!target) throw new Error(`No row ${targetId}`)
  const instruction = { type, currentLevel: target.level - 1, indentPerLevel: 20, desiredLevel } as Instruction
  const hint = getDropHint({
    order,
    rows,
    id,
    target,
    instruction,
    planMove: (one, to) => planMove(order, one, to, sorting),
  })
  const result = 'to' in hint.plan ? applyMove(order, id, hint.plan.to) : hint.plan.refusal
  return { zone: hint.zone, level: hint.level, result }
}

describe('a drop on a row', () => {
  it('above or below it goes to its level', () => {
    expect(drop('a', 'c', 'reorder-above')).toEqual({
      zone: 'before',
      level: 1,
      result: tree({ b: { a: {}, c: {}, d: { e: {} } }, video: {} }),
    })
    expect(drop('a', 'video', 'reorder-below').result).toEqual(tree({ b: { c: {}, d: { e: {} } }, video: {}, a: {} }))
  })

  it('on an unfolded one goes first under it, on a folded one last', () => {
    expect(drop('a', 'b', 'make-child').result).toEqual(tree({ b: { a: {}, c: {}, d: { e: {} } }, video: {} }))
    expect(drop('a', 'b', 'make-child', 0, ['b']).result).toEqual(
      tree({ b: { c: {}, d: { e: {} }, a: {} }, video: {} }),
    )
  })

  it('to the left below the last of a level goes after the parent of that level', () => {
    expect(drop('a', 'e', 'reparent', 1)).toEqual({
      zone: 'after',
      level: 1,
      result: tree({ b: { c: {}, d: { e: {} }, a: {} }, video: {} }),
    })
    expect(drop('a', 'e', 'reparent', 0)).toMatchObject({
      level: 0,
      result: tree({ b: { c: {}, d: { e: {} } }, a: {}, video: {} }),
    })
  })

  it('is refused on a recording and on sub-articles of the dragged article', () => {
    expect(drop('a', 'video', 'make-child').result).toBe('An article can be nested only under a text article')
    expect(drop('b', 'e', 'reparent', 0).result).toBe('An article can’t be its own parent')
    expect(drop('b', 'c', 'reorder-above').result).toBe('An article can’t be its own parent')
  })
})
