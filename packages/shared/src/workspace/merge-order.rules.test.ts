import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertBehind, mergeBetweenOrders, mergeInOrder } from './merge-order.rules.ts'
import { orderIds, parentOf, treeFromPlaces } from './order-tree.rules.ts'
import type { OrderEntry } from './order-tree.ts'

const entry = (value: string, ...items: OrderEntry[]): OrderEntry => ({ value, items })

/** A tree of some articles: each stands under an earlier one or on top. */
const trees = (prefix: string) =>
  fc.array(fc.nat(), { minLength: 2, maxLength: 14 }).map((choices) => {
    const parents = choices.map((choice, index) => (index === 0 ? 0 : choice % (index + 1)))
    return treeFromPlaces(
      parents.map((parent, index) => ({
        id: `${prefix}${index}`,
        parentId: parent === 0 ? null : `${prefix}${parent - 1}`,
      })),
    )
  })

describe('a copy of an article', () => {
  test('stands right behind it, at its level', () => {
    const order = [entry('a', entry('b'), entry('c')), entry('d')]
    expect(insertBehind(order, entry('n'), 'b')).toEqual([entry('a', entry('b'), entry('n'), entry('c')), entry('d')])
    expect(insertBehind(order, entry('n'), 'a')).toEqual([order[0], entry('n'), order[1]])
  })

  test('stands on top where the other is not in the order', () => {
    expect(insertBehind([entry('a')], entry('n'), 'gone')).toEqual([entry('n'), entry('a')])
  })
})

describe('merging an article into another', () => {
  const merged = { leftId: 'l', targetId: 't', mayHold: true }

  test('takes its sub-articles along, behind those that are there', () => {
    const order = [entry('l', entry('a', entry('b')), entry('c')), entry('t', entry('x'))]
    expect(mergeInOrder(order, merged)).toEqual([entry('t', entry('x'), entry('a', entry('b')), entry('c'))])
  })

  test('puts them behind a recording, which holds none', () => {
    const order = [entry('p', entry('t'), entry('y')), entry('l', entry('a'), entry('c'))]
    expect(mergeInOrder(order, { ...merged, mayHold: false })).toEqual([
      entry('p', entry('t'), entry('a'), entry('c'), entry('y')),
    ])
  })

  test('lets the branch of the target take its place, when the target stands under it', () => {
    const order = [entry('x'), entry('l', entry('a', entry('t')), entry('c')), entry('y')]
    expect(mergeInOrder(order, merged)).toEqual([entry('x'), entry('a', entry('t', entry('c'))), entry('y')])
  })

  test('works when the target stands above it', () => {
    const order = [entry('t', entry('a', entry('l', entry('b'))))]
    expect(mergeInOrder(order, merged)).toEqual([entry('t', entry('a'), entry('b'))])
  })

  test('takes sub-articles along to another workspace', () => {
    const between = mergeBetweenOrders([entry('l', entry('a')), entry('x')], [entry('t')], merged)
    expect(between).toEqual({ from: [entry('x')], to: [entry('t', entry('a'))] })
  })

  test('loses no article, doubles none, and leaves the target where it stood', () => {
    fc.assert(
      fc.property(trees('n'), fc.nat(), fc.nat(), fc.boolean(), (order, one, other, mayHold) => {
        const ids = orderIds(order)
        const [leftId, targetId] = [ids[one % ids.length] ?? '', ids[other % ids.length] ?? '']
        fc.pre(leftId !== targetId)
        const after = mergeInOrder(order, { leftId, targetId, mayHold })
        expect(orderIds(after).toSorted()).toEqual(ids.filter((id) => id !== leftId).toSorted())
        const [before, now] = [parentOf(order, targetId), parentOf(after, targetId)]
        expect(now).toBe(before === leftId ? parentOf(order, leftId) : before)
      }),
    )
  })

  test('between two workspaces loses and doubles none either', () => {
    fc.assert(
      fc.property(trees('f'), trees('t'), fc.nat(), fc.nat(), fc.boolean(), (from, to, one, other, mayHold) => {
        const [ids, others] = [orderIds(from), orderIds(to)]
        const leftId = ids[one % ids.length] ?? ''
        const after = mergeBetweenOrders(from, to, { leftId, targetId: others[other % others.length] ?? '', mayHold })
        expect([...orderIds(after.from), ...orderIds(after.to)].toSorted()).toEqual(
          [...ids, ...others].filter((id) => id !== leftId).toSorted(),
        )
      }),
    )
  })
})
