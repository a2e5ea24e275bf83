import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOrderTree, maxOrderDepth, type OrderEntry } from './order-tree.ts'
import { anyOrder, isWithinMaxDepth, tree, nullIfRefused } from './order-tree.fixture.ts'
import {
  findEntry,
  insertEntry,
  insertFirst,
  isSameOrder,
  moveUnarchivedToTop,
  moveEntry,
  orderDepth,
  orderIds,
  parentOf,
  placeOf,
  putBack,
  removeEntries,
  removeSubtree,
  mapOrderIds,
  subtreeIds,
  treeFromPositions,
  walkOrder,
  withDescendants,
} from './order-tree.rules.ts'

const sample = tree({ a: { b: { c: {}, d: { e: {} } } }, f: {} })
const sorted = (ids: readonly string[]) => ids.toSorted()

describe('reading the order', () => {
  it('visits parents before children and siblings in order', () => {
    expect(Array.from(walkOrder(sample), ({ id, parentId, depth }) => [id, parentId, depth])).toEqual([
      ['a', null, 1],
      ['b', 'a', 2],
      ['c', 'b', 3],
      ['d', 'b', 3],
      ['e', 'd', 4],
      ['f', null, 1],
    ])
  })

  it('derives the parent from the order', () => {
    expect(parentOf(sample, 'e')).toBe('d')
    expect(parentOf(sample, 'a')).toBeNull()
    expect(parentOf(sample, 'nowhere')).toBeNull()
  })

  it('returns an article with its descendants', () => {
    expect(subtreeIds(sample, 'b')).toEqual(['b', 'c', 'd', 'e'])
    expect(subtreeIds(sample, 'nowhere')).toEqual([])
    expect(withDescendants(sample, ['d', 'b', 'f', 'nowhere'])).toEqual(['b', 'c', 'd', 'e', 'f', 'nowhere'])
  })

  it('reads a tree of a million levels without overflowing the stack', () => {
    let deep: OrderEntry[] = []
    for (let level = 0; level < 1_000_000; level++) deep = [{ value: `a${level}`, items: deep }]
    expect(isOrderTree(deep)).toBe(true)
    expect(orderDepth(deep)).toBe(1_000_000)
    expect(findEntry(deep, 'a0')).toEqual({ value: 'a0', items: [] })
  })

  it('compares two orders by positions', () => {
    expect(isSameOrder(sample, structuredClone(sample))).toBe(true)
    expect(isSameOrder(tree({ a: { b: {} } }), tree({ a: {}, b: {} }))).toBe(false)
    expect(isSameOrder(tree({ a: {} }), tree({ a: {}, b: {} }))).toBe(false)
    expect(isSameOrder(tree({ a: {}, b: {} }), tree({ a: {} }))).toBe(false)
    expect(isSameOrder(tree({ a: { b: {}, c: {} } }), tree({ a: { c: {}, b: {} } }))).toBe(false)
  })

  it('replaces ids without losing an entry, even if two become equal', () => {
    expect(mapOrderIds(sample, (id) => id.toUpperCase())).toEqual(tree({ A: { B: { C: {}, D: { E: {} } } }, F: {} }))
    expect(orderIds(mapOrderIds(sample, () => 'x'))).toEqual(['x', 'x', 'x', 'x', 'x', 'x'])
  })

  it('rebuilds the same tree from its positions', () => {
    fc.assert(
      fc.property(anyOrder(60), (order) => {
        expect(treeFromPositions(walkOrder(order))).toEqual(order)
      }),
    )
  })
})

describe('changing the order', () => {
  it('puts a new article at the top of its level', () => {
    expect(insertFirst(sample, 'new')[0]).toEqual({ value: 'new', items: [] })
    expect(orderIds(insertFirst(sample, 'new', 'b'))).toEqual(['a', 'b', 'new', 'c', 'd', 'e', 'f'])
  })

  it('puts an article whose parent is gone at the top level', () => {
    expect(orderIds(insertFirst(sample, 'new', 'gone'))[0]).toBe('new')
  })

  it('refuses an article that is already in the order', () => {
    expect(() => insertFirst(sample, 'e')).toThrow(expect.objectContaining({ code: 'order_has_cycle' }))
  })

  it('lets the children of a removed article take its position', () => {
    expect(removeEntries(sample, ['b', 'd'])).toEqual(tree({ a: { c: {}, e: {} }, f: {} }))
    expect(removeSubtree(sample, 'b')).toEqual(tree({ a: {}, f: {} }))
  })

  it('refuses to move an article under itself', () => {
    for (const parentId of ['b', 'e']) {
      expect(() => moveEntry(sample, 'b', { parentId, index: 0 })).toThrow(
        expect.objectContaining({ code: 'order_has_cycle' }),
      )
    }
  })

  it('refuses a twenty-first level', () => {
    let chain: OrderEntry[] = []
    for (let level = maxOrderDepth; level > 0; level--) chain = [{ value: `a${level}`, items: chain }]
    expect(orderDepth(chain)).toBe(20)
    expect(insertFirst(chain, 'new', 'a20')).toEqual([{ value: 'new', items: [] }, ...chain])
    const wide = [...chain, ...tree({ x: { y: {} } })]
    expect(() => moveEntry(wide, 'x', { parentId: 'a19', index: 0 })).toThrow(
      expect.objectContaining({ code: 'order_too_deep' }),
    )
    expect(orderDepth(moveEntry(wide, 'x', { parentId: 'a18', index: 0 }))).toBe(20)
  })

  it('keeps every article exactly once through any move, with its descendants', () => {
    fc.assert(
      fc.property(anyOrder(40), fc.nat(), fc.nat(), fc.nat(50), (order, from, to, index) => {
        const ids = orderIds(order)
        const id = ids[from % ids.length] ?? ''
        const parentId = [...ids, null][to % (ids.length + 1)] ?? null
        const moved = nullIfRefused(['order_has_cycle', 'order_too_deep'], () =>
          moveEntry(order, id, { parentId, index }),
        )
        if (moved === null) return
        expect(sorted(orderIds(moved))).toEqual(sorted(ids))
        expect(parentOf(moved, id)).toBe(parentId)
        expect(findEntry(moved, id)).toEqual(findEntry(order, id))
        expect(isWithinMaxDepth(moved)).toBe(true)
      }),
    )
  })

  it('loses only what is removed, and keeps the order of the rest', () => {
    fc.assert(
      fc.property(anyOrder(40), fc.func(fc.boolean()), (order, isRemoved) => {
        const ids = orderIds(order)
        const removed = ids.filter((id) => isRemoved(id))
        expect(orderIds(removeEntries(order, removed))).toEqual(ids.filter((id) => !removed.includes(id)))
      }),
    )
  })

  it('does not modify its input', () => {
    fc.assert(
      fc.property(anyOrder(30), (order) => {
        const before = structuredClone(order)
        const id = orderIds(order).at(-1) ?? ''
        insertEntry(order, { value: 'new', items: [] }, { parentId: null, index: 1 })
        removeEntries(order, [id])
        moveEntry(order, id, { parentId: null, index: 0 })
        expect(order).toEqual(before)
      }),
    )
  })
})

describe('unarchiving articles', () => {
  it('lifts a child whose parent is still archived to the top level, with its descendants', () => {
    const isArchived = (id: string) => ['b', 'c'].includes(id)
    expect(moveUnarchivedToTop(sample, ['d', 'e'], isArchived)).toEqual(
      tree({ d: { e: {} }, a: { b: { c: {} } }, f: {} }),
    )
  })

  it('leaves an article whose parent is not archived in place', () => {
    expect(moveUnarchivedToTop(sample, ['b', 'c', 'd', 'e'], () => false)).toEqual(sample)
  })
})

describe('an article that is put back', () => {
  it('is again where it was removed, with all under it, wherever it was', () => {
    for (const id of orderIds(sample)) {
      const entry = findEntry(sample, id) as OrderEntry
      expect(putBack(removeSubtree(sample, id), entry, placeOf(sample, id))).toEqual(sample)
    }
  })

  it('goes last if its former siblings have gone', () => {
    const place = placeOf(sample, 'f')
    const entry = { value: 'f', items: [] }
    expect(putBack(tree({ x: {} }), entry, { ...place, index: 5 })).toEqual(tree({ x: {}, f: {} }))
  })

  it('goes to the top if its parent has gone', () => {
    const entry = findEntry(sample, 'd') as OrderEntry
    expect(putBack(tree({ f: {} }), entry, placeOf(sample, 'd'))).toEqual(tree({ d: { e: {} }, f: {} }))
  })

  it('goes to the top if its parent has moved so deep that it no longer fits under it', () => {
    const path = Array.from({ length: maxOrderDepth - 1 }, (_, level) => `level-${level}`)
    const deep = path.reduceRight<OrderEntry[]>((items, value) => [{ value, items }], [])
    const entry = { value: 'd', items: [{ value: 'e', items: [] }] }
    const place = { parentId: path.at(-1) ?? null, index: 0 }
    expect(putBack(deep, entry, place)).toEqual([entry, ...deep])
    expect(findEntry(putBack(deep, { value: 'd', items: [] }, place), 'd')).not.toBeNull()
  })

  it('has its place at the top if it never was in the order', () => {
    expect(placeOf(sample, 'nowhere')).toEqual({ parentId: null, index: 0 })
  })
})
