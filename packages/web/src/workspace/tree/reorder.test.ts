import { describe, expect, it } from 'vitest'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { tree } from '@knowreel/shared/workspace/order-tree.fixture.ts'
import { orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import {
  activeOrder,
  applyMove,
  isSameOrder,
  planMove,
  planStep,
  positionInOrder,
  dropPosition,
  startSorting,
  type MoveDirection,
} from './reorder.ts'

const article = (id: string, other: Partial<ArticleTreeEntry> = {}): ArticleTreeEntry => ({
  id,
  shortId: id,
  slug: id,
  title: id,
  icon: null,
  duration: id.startsWith('video') ? 60_000 : 0,
  isHasText: true,
  isFirstTabFilled: true,
  isArchived: false,
  updatedAt: '2026-11-12T10:00:00.000Z',
  ...other,
})
const articlesOf = (order: readonly OrderEntry[]) => orderIds(order).map((id) => article(id))

const order = tree({ a: {}, b: { c: {}, d: { e: {} } }, video: {}, f: {} })
const sorting = startSorting(order, articlesOf(order))

function press(
  from: readonly OrderEntry[],
  id: string,
  ...directions: MoveDirection[]
): readonly OrderEntry[] | string {
  let moved = from
  for (const direction of directions) {
    const plan = planStep(moved, id, direction, sorting)
    if ('refusal' in plan) return plan.refusal
    moved = applyMove(moved, id, plan.to)
  }
  return moved
}

describe('moving an article by keys', () => {
  it('goes up and down among its siblings, together with its sub-articles', () => {
    expect(press(order, 'b', 'up')).toEqual(tree({ b: { c: {}, d: { e: {} } }, a: {}, video: {}, f: {} }))
    expect(press(order, 'b', 'down', 'down')).toEqual(tree({ a: {}, video: {}, f: {}, b: { c: {}, d: { e: {} } } }))
  })

  it('goes in under the article above, as its last', () => {
    expect(press(order, 'd', 'in')).toEqual(tree({ a: {}, b: { c: { d: { e: {} } } }, video: {}, f: {} }))
    expect(press(order, 'video', 'in')).toEqual(tree({ a: {}, b: { c: {}, d: { e: {} }, video: {} }, f: {} }))
  })

  it('goes out to after its parent', () => {
    expect(press(order, 'c', 'out')).toEqual(tree({ a: {}, b: { d: { e: {} } }, c: {}, video: {}, f: {} }))
  })

  it('returns by the reverse keys', () => {
    expect(press(order, 'e', 'out', 'out', 'up', 'down')).toEqual(
      tree({ a: {}, b: { c: {}, d: {} }, e: {}, video: {}, f: {} }),
    )
  })

  it('explains why it cannot go further', () => {
    expect(press(order, 'a', 'up')).toBe('It is the first here')
    expect(press(order, 'f', 'down')).toBe('It is the last here')
    expect(press(order, 'a', 'in')).toBe('There is no article above it here')
    expect(press(order, 'a', 'out')).toBe('It is at the top level')
    expect(press(order, 'f', 'in')).toBe('An article can be nested only under a text article')
  })
})

describe('the location of an article', () => {
  it('is not under a recording, unless it was there before', () => {
    const old = tree({ video: { a: {} }, b: {} })
    const here = startSorting(old, articlesOf(old))
    expect(planMove(old, 'b', { parentId: 'video', index: 0 }, here)).toHaveProperty('refusal')
    const out = applyMove(old, 'a', { parentId: null, index: 0 })
    expect(planMove(out, 'a', { parentId: 'video', index: 0 }, here)).toHaveProperty('to')
  })

  it('is not under itself', () => {
    expect(planMove(order, 'b', { parentId: 'e', index: 0 }, sorting)).toHaveProperty('refusal')
  })

  it('is at most twenty levels deep', () => {
    let deep: OrderEntry[] = []
    for (let level = 20; level > 0; level--) deep = [{ value: `n${level}`, items: deep }]
    const all = [...deep, { value: 'other', items: [{ value: 'under', items: [] }] }]
    const here = startSorting(all, articlesOf(all))
    expect(planMove(all, 'under', { parentId: 'n19', index: 0 }, here)).toHaveProperty('to')
    expect(planMove(all, 'other', { parentId: 'n19', index: 0 }, here)).toEqual({
      refusal: 'Articles can be nested up to 20 levels',
    })
  })
})

describe('a drop', () => {
  const dropped = (id: string, target: string, zone: 'before' | 'after' | 'inside') =>
    applyMove(order, id, dropPosition(order, id, target, zone))

  it('before, after or inside another article means its level or its children', () => {
    expect(dropped('f', 'c', 'before')).toEqual(tree({ a: {}, b: { f: {}, c: {}, d: { e: {} } }, video: {} }))
    expect(dropped('a', 'video', 'after')).toEqual(tree({ b: { c: {}, d: { e: {} } }, video: {}, a: {}, f: {} }))
    expect(dropped('a', 'b', 'inside')).toEqual(tree({ b: { c: {}, d: { e: {} }, a: {} }, video: {}, f: {} }))
  })

  it('next to itself changes nothing', () => {
    expect(dropped('c', 'd', 'before')).toEqual(order)
    expect(dropped('d', 'c', 'after')).toEqual(order)
  })
})

it('describes the location of an article', () => {
  expect(positionInOrder(order, 'd')).toEqual({ parentId: 'b', index: 1, siblings: 2, level: 2 })
  expect(positionInOrder(order, 'a')).toEqual({ parentId: null, index: 0, siblings: 4, level: 1 })
})

describe('the order being edited', () => {
  it('is the order without archived articles', () => {
    const some = articlesOf(order).map((one) => (one.id === 'd' || one.id === 'e' ? { ...one, isArchived: true } : one))
    expect(activeOrder(order, some)).toEqual(tree({ a: {}, b: { c: {} }, video: {}, f: {} }))
  })

  it('has articles missing from the order at its end', () => {
    expect(orderIds(activeOrder(order, [...articlesOf(order), article('new')])).at(-1)).toBe('new')
  })

  it('counts as changed only if an article is elsewhere', () => {
    expect(isSameOrder(order, structuredClone(order))).toBe(true)
    expect(isSameOrder(order, tree({ a: {}, b: { d: { e: {} }, c: {} }, video: {}, f: {} }))).toBe(false)
    expect(isSameOrder(order, order.slice(1))).toBe(false)
  })
})
