import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertAfter, mergeBetweenOrders, mergeWithinOrder } from './merge-order.rules.ts'
import { orderIds, parentOf, treeFromPositions } from './order-tree.rules.ts'
import type { OrderEntry } from './order-tree.ts'

const entry = (value: string, ...items: OrderEntry[]): OrderEntry => ({ value, items })

/** A tree of articles: each is nested under an earlier one or at the top level. */
const trees = (prefix: string) =>
  fc.array(fc.nat(), { minLength: 2, maxLength: 14 }).map((choices) => {
    const parents = choices.map((choice, index) => (index === 0 ? 0 : choice % (index + 1)))
    return treeFromPositions(
      parents.map((parent, index) => ({
        id: `${prefix}${index}`,
        parentId: parent === 0 ? null : `${prefix}${parent - 1}`,
      })),
    )
  })

describe('a copy of an article', () => {
  test('goes directly after it, at its level', () => {
    const order = [entry('a', entry('b'), entry('c')), entry('d')]
    expect(insertAfter(order, entry('n'), 'b')).toEqual([entry('a', entry('b'), entry('n'), entry('c')), entry('d')])
    expect(insertAfter(order, entry('n'), 'a')).toEqual([order[0], entry('n'), order[1]])
  })

  test('goes to the top if the original is not in the order', () => {
    expect(insertAfter([entry('a')], entry('n'), 'gone')).toEqual([entry('n'), entry('a')])
  })
})

describe('merging an article into another', () => {
  const merged = { leftId: 'l', targetId: 't', canHaveChildren: true }

  test('moves its sub-articles after the existing ones', () => {
    const order = [entry('l', entry('a', entry('b')), entry('c')), entry('t', entry('x'))]
    expect(mergeWithinOrder(order, merged)).toEqual([entry('t', entry('x'), entry('a', entry('b')), entry('c'))])
  })

  test('puts them after a recording, which cannot have sub-articles', () => {
    const order = [entry('p', entry('t'), entry('y')), entry('l', entry('a'), entry('c'))]
    expect(mergeWithinOrder(order, { ...merged, canHaveChildren: false })).toEqual([
      entry('p', entry('t'), entry('a'), entry('c'), entry('y')),
    ])
  })

  test("lets the target's branch take its position if the target is nested under it", () => {
    const order = [entry('x'), entry('l', entry('a', entry('t')), entry('c')), entry('y')]
    expect(mergeWithinOrder(order, merged)).toEqual([entry('x'), entry('a', entry('t', entry('c'))), entry('y')])
  })

  test('works if the target is an ancestor', () => {
    const order = [entry('t', entry('a', entry('l', entry('b'))))]
    expect(mergeWithinOrder(order, merged)).toEqual([entry('t', entry('a'), entry('b'))])
  })

  test('moves sub-articles to another workspace', () => {
    const between = mergeBetweenOrders([entry('l', entry('a')), entry('x')], [entry('t')], merged)
    expect(between).toEqual({ from: [entry('x')], to: [entry('t', entry('a'))] })
  })

  test('loses and duplicates no article, and leaves the target in place', () => {
    fc.assert(
      fc.property(trees('n'), fc.nat(), fc.nat(), fc.boolean(), (order, one, other, canHaveChildren) => {
        const ids = orderIds(order)
        const [leftId, targetId] = [ids[one % ids.length] ?? '', ids[other % ids.length] ?? '']
        fc.pre(leftId !== targetId)
        const after = mergeWithinOrder(order, { leftId, targetId, canHaveChildren: canHaveChildren })
        expect(orderIds(after).toSorted()).toEqual(ids.filter((id) => id !== leftId).toSorted())
        const [before, now] = [parentOf(order, targetId), parentOf(after, targetId)]
        expect(now).toBe(before === leftId ? parentOf(order, leftId) : before)
      }),
    )
  })

  test('between two workspaces loses and duplicates none either', () => {
    fc.assert(
      fc.property(trees('f'), trees('t'), fc.nat(), fc.nat(), fc.boolean(), (from, to, one, other, canHaveChildren) => {
        const [ids, others] = [orderIds(from), orderIds(to)]
        const leftId = ids[one % ids.length] ?? ''
        const after = mergeBetweenOrders(from, to, {
          leftId,
          targetId: others[other % others.length] ?? '',
          canHaveChildren: canHaveChildren,
        })
        expect([...orderIds(after.from), ...orderIds(after.to)].toSorted()).toEqual(
          [...ids, ...others].filter((id) => id !== leftId).toSorted(),
        )
      }),
    )
  })
})
