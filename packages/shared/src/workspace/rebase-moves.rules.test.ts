import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tree } from './order-tree.fixture.ts'
import { findEntry, moveEntry, orderIds, parentsOf, subtreeIds } from './order-tree.rules.ts'
import type { OrderEntry } from './order-tree.ts'
import { movedIds, rebaseMoves } from './rebase-moves.rules.ts'

const canMove = (order: readonly OrderEntry[], id: string, { parentId }: { parentId: string | null }) =>
  parentId === null || !subtreeIds(order, id).includes(parentId)
const rebase = (base: OrderEntry[], mine: OrderEntry[], theirs: OrderEntry[], touched: readonly string[] = []) =>
  rebaseMoves({ base, mine, touched: new Set(touched) }, theirs, canMove)
const childIds = (order: readonly OrderEntry[], parentId: string | null) =>
  (parentId === null ? order : (findEntry(order, parentId)?.items ?? [])).map(({ value }) => value)

describe('one person’s moves on the order of a colleague', () => {
  const base = tree({ a: {}, b: {}, c: {}, d: {} })

  test('keep the colleague’s move of another article', () => {
    const [mine, theirs] = [tree({ b: {}, a: {}, c: {}, d: {} }), tree({ a: {}, b: {}, d: {}, c: {} })]
    expect(rebase(base, mine, theirs, ['a'])).toEqual({ order: tree({ b: {}, a: {}, d: {}, c: {} }), dropped: [] })
  })

  test('of two articles that swapped positions, move only the one that the person moved', () => {
    const mine = tree({ a: {}, c: {}, b: {}, d: {} })
    expect([...movedIds({ base, mine, touched: new Set(['c']) })]).toEqual(['c'])
    expect([...movedIds({ base, mine, touched: new Set(['b']) })]).toEqual(['b'])
  })

  test('move the colleague’s new sub-articles along and keep new articles', () => {
    const [mine, theirs] = [tree({ b: {}, c: {}, a: {}, d: {} }), tree({ new: {}, a: { d: {} }, b: {}, c: {} })]
    expect(rebase(base, mine, theirs, ['a']).order).toEqual(tree({ new: {}, b: {}, c: {}, a: { d: {} } }))
  })

  test('are dropped if the article or its new parent is gone', () => {
    const mine = tree({ d: {}, a: {}, b: { c: {} } })
    const result = rebase(base, mine, tree({ a: {}, c: {} }), ['c', 'd'])
    expect(result).toEqual({ order: tree({ a: {}, c: {} }), dropped: ['d', 'c'] })
  })

  test('are dropped if the article would be under itself', () => {
    const theirs = tree({ a: { b: {} }, c: {}, d: {} })
    expect(rebase(base, tree({ b: { a: {} }, c: {}, d: {} }), theirs, ['a'])).toEqual({ order: theirs, dropped: ['a'] })
  })
})

describe('any two people', () => {
  const ids = Array.from({ length: 9 }, (_, index) => `n${index}`)
  type Step = readonly [number, number, number]
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 6 })
  const start = () => ids.map((value): OrderEntry => ({ value, items: [] }))

  function walk(from: readonly OrderEntry[], steps: readonly Step[]) {
    let order = [...from]
    const touched = new Set<string>()
    for (const [one, other, at] of steps) {
      const id = ids[one % ids.length] ?? ''
      const parentId = [null, ...ids][other % (ids.length + 1)] ?? null
      if (!canMove(order, id, { parentId })) continue
      order = moveEntry(order, id, { parentId, index: at % (childIds(order, parentId).length + 1) })
      touched.add(id)
    }
    return { order, touched }
  }

  test('lose and duplicate nothing, and everything that I did not move stays where the colleague put it', () => {
    fc.assert(
      fc.property(steps, steps, steps, (before, own, others) => {
        const base = walk(start(), before).order
        const { order: mine, touched } = walk(base, own)
        const theirs = walk(base, others).order
        const { order } = rebaseMoves({ base, mine, touched }, theirs, canMove)
        expect(orderIds(order).toSorted()).toEqual(ids)
        const moved = movedIds({ base, mine, touched })
        const [now, wanted] = [parentsOf(order), parentsOf(theirs)]
        const unmoved = (list: readonly string[]) => list.filter((id) => !moved.has(id))
        for (const id of unmoved(ids)) expect(now.get(id)).toBe(wanted.get(id))
        for (const parentId of [null, ...ids])
          expect(unmoved(childIds(order, parentId))).toEqual(unmoved(childIds(theirs, parentId)))
      }),
      { numRuns: 300 },
    )
  })

  test('of whom the other changed nothing: my order stays; of whom I changed nothing: theirs stays', () => {
    fc.assert(
      fc.property(steps, steps, (before, own) => {
        const base = walk(start(), before).order
        const { order: mine, touched } = walk(base, own)
        expect(rebaseMoves({ base, mine, touched }, base, canMove)).toEqual({ order: mine, dropped: [] })
        expect(rebaseMoves({ base, mine: base, touched }, mine, canMove)).toEqual({ order: mine, dropped: [] })
      }),
      { numRuns: 300 },
    )
  })

  test('move only what was touched', () => {
    fc.assert(
      fc.property(steps, steps, (before, own) => {
        const base = walk(start(), before).order
        const { order: mine, touched } = walk(base, own)
        for (const id of movedIds({ base, mine, touched })) expect(touched).toContain(id)
      }),
    )
  })
})
