import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyOrder, isWithinMaxDepth, orderFromChoices, tree, nullIfRefused } from './order-tree.fixture.ts'
import { orderIds, parentsOf, treeFromPositions, walkOrder } from './order-tree.rules.ts'
import type { OrderEntry } from './order-tree.ts'
import { reconcileOrder, type OrderArticle } from './reconcile-order.rules.ts'

const text = (id: string): OrderArticle => ({ id, isText: true, isArchived: false })
const video = (id: string): OrderArticle => ({ id, isText: false, isArchived: false })
const archived = (id: string): OrderArticle => ({ id, isText: true, isArchived: true })
const texts = (...ids: string[]) => ids.map(text)
const sorted = (ids: readonly string[]) => ids.toSorted()

describe('a saved order', () => {
  it('is applied as requested', () => {
    const wanted = tree({ b: { a: {} }, c: {} })
    expect(reconcileOrder(wanted, { articles: texts('a', 'b', 'c'), former: tree({ a: {}, b: {}, c: {} }) })).toEqual(
      wanted,
    )
  })

  it('gets omitted articles at the end', () => {
    const former = tree({ new: {}, a: {}, b: {} })
    expect(reconcileOrder(tree({ b: {}, a: {} }), { articles: texts('a', 'b', 'new', 'newer'), former })).toEqual(
      tree({ b: {}, a: {}, new: {}, newer: {} }),
    )
  })

  it('keeps omitted articles together with their descendants', () => {
    const former = tree({ a: { b: { c: {} } }, d: {} })
    expect(reconcileOrder([], { articles: texts('a', 'b', 'c', 'd'), former })).toEqual(former)
    expect(reconcileOrder(tree({ d: {}, c: {} }), { articles: texts('a', 'b', 'c', 'd'), former })).toEqual(
      tree({ d: {}, c: {}, a: { b: {} } }),
    )
  })

  it('drops entries that are not articles of the workspace and keeps their children in their position', () => {
    const wanted = tree({ a: { foreign: { b: {}, unknown: { c: {} } } }, foreign: {}, d: {} })
    expect(reconcileOrder(wanted, { articles: texts('a', 'b', 'c', 'd'), former: [] })).toEqual(
      tree({ a: { b: {}, c: {} }, d: {} }),
    )
  })

  it('refuses an article that appears twice or under itself', () => {
    const twice: OrderEntry[] = [...tree({ a: {} }), ...tree({ b: { a: {} } })]
    const underItself = tree({ a: { b: { a: {} } } })
    for (const wanted of [twice, underItself]) {
      expect(() => reconcileOrder(wanted, { articles: texts('a', 'b'), former: [] })).toThrow(
        expect.objectContaining({ code: 'order_has_cycle', status: 422 }),
      )
    }
  })

  it('may have twenty levels and not twenty-one', () => {
    const chain = (levels: number) => treeFromPositions(Array.from({ length: levels }, (_, index) => positionOf(index)))
    const positionOf = (index: number) => ({ id: `a${index}`, parentId: index === 0 ? null : `a${index - 1}` })
    const articles = Array.from({ length: 21 }, (_, index) => text(`a${index}`))
    expect(orderIds(reconcileOrder(chain(20), { articles, former: [] }))).toHaveLength(21)
    expect(() => reconcileOrder(chain(21), { articles, former: [] })).toThrow(
      expect.objectContaining({ code: 'order_too_deep', status: 422 }),
    )
  })

  it('nests a recording under a text article', () => {
    const wanted = tree({ a: { recording: {} } })
    expect(reconcileOrder(wanted, { articles: [text('a'), video('recording')], former: [] })).toEqual(wanted)
  })

  it('refuses an article under a recording', () => {
    for (const child of [text('child'), video('child')]) {
      expect(() =>
        reconcileOrder(tree({ recording: { child: {} } }), { articles: [video('recording'), child], former: [] }),
      ).toThrow(expect.objectContaining({ code: 'order_wrong_parent', status: 422 }))
    }
  })

  it('keeps sub-articles of an article that became a recording later', () => {
    const former = tree({ a: {}, recording: { child: {} } })
    const wanted = tree({ recording: { child: {} }, a: {} })
    expect(reconcileOrder(wanted, { articles: [text('a'), video('recording'), text('child')], former })).toEqual(wanted)
  })
})

describe('archived articles', () => {
  it('are attached under their previous parent at their hidden position', () => {
    const former = tree({ a: { x: {}, b: {}, y: {}, c: {} }, z: {}, d: {} })
    const articles = [...texts('a', 'b', 'c', 'd'), archived('x'), archived('y'), archived('z')]
    expect(reconcileOrder(tree({ d: {}, a: { c: {}, b: {} } }), { articles, former })).toEqual(
      tree({ d: {}, a: { x: {}, c: {}, b: {}, y: {} }, z: {} }),
    )
  })

  it('follow their parent wherever it was moved, with their descendants', () => {
    const former = tree({ a: { x: { y: {} } }, b: {} })
    const articles = [...texts('a', 'b'), archived('x'), archived('y')]
    expect(reconcileOrder(tree({ b: { a: {} } }), { articles, former })).toEqual(tree({ b: { a: { x: { y: {} } } } }))
  })

  it('go to the nearest remaining ancestor if their parent is gone', () => {
    const former = tree({ a: { gone: { x: {} } } })
    expect(reconcileOrder(tree({ a: {} }), { articles: [text('a'), archived('x')], former })).toEqual(
      tree({ a: { x: {} } }),
    )
  })

  it('never contain an unarchived article', () => {
    const articles = [...texts('a', 'b', 'c'), archived('x'), archived('y')]
    expect(reconcileOrder(tree({ a: { x: { y: { b: {} } } }, c: {} }), { articles, former: [] })).toEqual(
      tree({ a: { x: { y: {} }, b: {} }, c: {} }),
    )
  })

  it('move up a level rather than exceed the maximum depth', () => {
    const positionOf = (index: number) => ({ id: `a${index}`, parentId: index === 0 ? null : `a${index - 1}` })
    const chain = treeFromPositions(Array.from({ length: 20 }, (_, index) => positionOf(index)))
    const former = [
      ...treeFromPositions(Array.from({ length: 19 }, (_, index) => positionOf(index))),
      ...tree({ a19: { x: {} } }),
    ]
    const articles = [...Array.from({ length: 20 }, (_, index) => text(`a${index}`)), archived('x')]
    const settled = reconcileOrder(chain, { articles, former })
    expect(parentsOf(settled).get('x')).toBe('a18')
    expect(isWithinMaxDepth(settled)).toBe(true)
  })
})

/** A workspace with an order, and a request of someone who knows some of its articles and some foreign ones. */
const anySave = fc.record({
  former: anyOrder(40),
  wantedChoices: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
  names: fc.shuffledSubarray(
    Array.from({ length: 50 }, (_, index) => `a${index}`),
    { minLength: 40 },
  ),
  flags: fc.array(fc.record({ isText: fc.boolean(), isArchived: fc.boolean(), isGone: fc.boolean() }), {
    minLength: 50,
    maxLength: 50,
  }),
})

function caseOf({ former, wantedChoices, names, flags }: typeof anySave extends fc.Arbitrary<infer T> ? T : never) {
  const articles = flags.flatMap(({ isGone, ...flag }, index) => (isGone ? [] : [{ id: `a${index}`, ...flag }]))
  const wanted = treeFromPositions(
    Array.from(walkOrder(orderFromChoices(wantedChoices)), ({ id, parentId }) => ({
      id: names[Number(id.slice(1))] ?? id,
      parentId: parentId === null ? null : (names[Number(parentId.slice(1))] ?? parentId),
    })),
  )
  return { articles, wanted, former }
}

describe('for any request', () => {
  it('every article appears exactly once, within twenty levels, at an allowed position; saving again changes nothing', () => {
    let settledCases = 0
    fc.assert(
      fc.property(anySave, (save) => {
        const { articles, wanted, former } = caseOf(save)
        const settled = nullIfRefused(['order_wrong_parent'], () => reconcileOrder(wanted, { articles, former }))
        if (settled === null) return
        settledCases++
        expect(sorted(orderIds(settled))).toEqual(sorted(articles.map(({ id }) => id)))
        expect(isWithinMaxDepth(settled)).toBe(true)
        const byId = new Map(articles.map((article) => [article.id, article]))
        const formerParents = parentsOf(former)
        for (const { id, parentId } of walkOrder(settled)) {
          if (parentId === null) continue
          expect(byId.get(parentId)?.isText === true || formerParents.get(id) === parentId).toBe(true)
          expect(byId.get(id)?.isArchived === true || byId.get(parentId)?.isArchived === false).toBe(true)
        }
        expect(reconcileOrder(settled, { articles, former })).toEqual(settled)
        expect(reconcileOrder(settled, { articles, former: settled })).toEqual(settled)
      }),
      { numRuns: 2000 },
    )
    expect(settledCases).toBeGreaterThan(100)
  })

  it('returns the request unchanged if it contains all articles and all are text', () => {
    fc.assert(
      fc.property(anyOrder(40), anyOrder(40), (wanted, former) => {
        const articles = texts(...orderIds(wanted))
        expect(reconcileOrder(wanted, { articles, former })).toEqual(wanted)
      }),
    )
  })

  it('settles a reversed workspace of 2,000 articles, half of them archived, quickly', () => {
    const former = orderFromChoices(Array.from({ length: 2000 }, (_, index) => (index * 7919) % (index + 1)))
    const articles = orderIds(former).map((id, index) => ({ id, isText: true, isArchived: index % 2 === 0 }))
    const active = articles.filter(({ isArchived }) => !isArchived)
    const wanted = active.toReversed().map(({ id }) => ({ value: id, items: [] }))
    const started = performance.now()
    const settled = reconcileOrder(wanted, { articles, former })
    expect(performance.now() - started).toBeLessThan(200)
    expect(orderIds(settled)).toHaveLength(2000)
  })

  it('refuses a hostile depth without overflowing the stack', () => {
    let deep: OrderEntry[] = []
    for (let level = 0; level < 200_000; level++) deep = [{ value: `a${level}`, items: deep }]
    expect(reconcileOrder(deep, { articles: texts('a7'), former: [] })).toEqual(tree({ a7: {} }))
    const articles = Array.from({ length: 200_000 }, (_, index) => text(`a${index}`))
    expect(() => reconcileOrder(deep, { articles, former: [] })).toThrow(
      expect.objectContaining({ code: 'order_too_deep' }),
    )
  })
})
