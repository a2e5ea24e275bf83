import { describe, expect, it } from 'vitest'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { tree } from '@knowreel/shared/workspace/order-tree.fixture.ts'
import { findByTyping, stepForKey } from './tree-keys.ts'
import { countActive, findArticle, ancestorIds, treeRows } from './tree-rows.ts'

const article = (id: string, other: Partial<ArticleTreeEntry> = {}): ArticleTreeEntry => ({
  id,
  shortId: `short-${id}`,
  slug: id,
  title: id.toUpperCase(),
  icon: null,
  duration: 0,
  isHasText: true,
  isFirstTabFilled: true,
  isArchived: false,
  updatedAt: '2026-11-12T10:00:00.000Z',
  ...other,
})

const order = tree({ a: {}, b: { c: {}, d: { e: {} } }, f: {} })
const articles = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => article(id))
const shape = (rows: ReturnType<typeof treeRows>) => rows.map(({ id, level }) => `${'.'.repeat(level - 1)}${id}`)

describe('the rows of the tree', () => {
  it('are in the order of the workspace, each with its level', () => {
    expect(shape(treeRows(order, articles))).toEqual(['a', 'b', '.c', '.d', '..e', 'f'])
  })

  it('state their position among their siblings and their parent', () => {
    const rows = treeRows(order, articles)
    expect(rows.find(({ id }) => id === 'd')).toMatchObject({ position: 2, siblings: 2, parentId: 'b', hasItems: true })
    expect(rows.find(({ id }) => id === 'f')).toMatchObject({
      position: 3,
      siblings: 3,
      parentId: null,
      hasItems: false,
    })
  })

  it('omit folded sub-articles', () => {
    const rows = treeRows(order, articles, { folded: new Set(['b', 'f']) })
    expect(shape(rows)).toEqual(['a', 'b', 'f'])
    expect(rows.map(({ isFolded }) => isFolded)).toEqual([false, true, false])
  })

  it('show archived articles only on request', () => {
    const some = articles.map((one) => (['d', 'e'].includes(one.id) ? { ...one, isArchived: true } : one))
    expect(shape(treeRows(order, some))).toEqual(['a', 'b', '.c', 'f'])
    expect(shape(treeRows(order, some, { isArchivedShown: true }))).toEqual(['a', 'b', '.c', '.d', '..e', 'f'])
    expect(countActive(some)).toBe(4)
  })

  it('never lose an article under one that is hidden or gone', () => {
    const some = articles
      .filter(({ id }) => id !== 'b')
      .map((one) => (one.id === 'd' ? { ...one, isArchived: true } : one))
    expect(shape(treeRows(order, some))).toEqual(['a', 'c', 'e', 'f'])
  })

  it('put articles missing from the order at the end', () => {
    expect(shape(treeRows(order, [article('new'), ...articles])).at(-1)).toBe('new')
  })

  it('show the matches of a filter with their parents, even if these were folded', () => {
    const rows = treeRows(order, articles, { filter: ' É', folded: new Set(['b']) })
    expect(shape(rows)).toEqual(['b', '.d', '..e'])
    expect(shape(treeRows(order, articles, { filter: 'nothing' }))).toEqual([])
  })

  it('are built for ten thousand articles without delay', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => article(`a${index}`))
    const started = performance.now()
    expect(
      treeRows(
        many.map(({ id }) => ({ value: id, items: [] })),
        many,
      ),
    ).toHaveLength(10_000)
    expect(performance.now() - started).toBeLessThan(500)
  })
})

it('finds an article by its long and its short id', () => {
  expect(findArticle(articles, 'c')?.id).toBe('c')
  expect(findArticle(articles, 'short-c')?.id).toBe('c')
  expect(findArticle(articles, undefined)).toBeUndefined()
})

it('finds the parents of an article, nearest first', () => {
  expect(ancestorIds(order, 'e')).toEqual(['d', 'b'])
  expect(ancestorIds(order, 'a')).toEqual([])
  expect(ancestorIds(order, 'nowhere')).toEqual([])
})

describe('the keyboard in the tree', () => {
  const rows = treeRows(order, articles, { folded: new Set(['d']) })
  const at = (id: string) => rows.findIndex((row) => row.id === id)

  it('moves down, up, to the first and to the last row', () => {
    expect(stepForKey(rows, at('a'), 'ArrowDown')).toEqual({ focus: 'b' })
    expect(stepForKey(rows, at('b'), 'ArrowUp')).toEqual({ focus: 'a' })
    expect(stepForKey(rows, at('c'), 'Home')).toEqual({ focus: 'a' })
    expect(stepForKey(rows, at('c'), 'End')).toEqual({ focus: 'f' })
    expect(stepForKey(rows, at('f'), 'ArrowDown')).toBeNull()
    expect(stepForKey(rows, at('a'), 'ArrowUp')).toBeNull()
  })

  it('unfolds and then enters with the right arrow', () => {
    expect(stepForKey(rows, at('d'), 'ArrowRight')).toEqual({ fold: 'd', isFolded: false })
    expect(stepForKey(rows, at('b'), 'ArrowRight')).toEqual({ focus: 'c' })
    expect(stepForKey(rows, at('a'), 'ArrowRight')).toBeNull()
  })

  it('folds and then leaves with the left arrow', () => {
    expect(stepForKey(rows, at('b'), 'ArrowLeft')).toEqual({ fold: 'b', isFolded: true })
    expect(stepForKey(rows, at('c'), 'ArrowLeft')).toEqual({ focus: 'b' })
    expect(stepForKey(rows, at('d'), 'ArrowLeft')).toEqual({ focus: 'b' })
    expect(stepForKey(rows, at('a'), 'ArrowLeft')).toBeNull()
  })

  it('goes to the next title that starts with the typed text, wrapping around', () => {
    const words = ['Alpha', 'Beta', 'Ångström', 'Alps'].map((title) => article(title, { title }))
    const list = treeRows([], words)
    const typed = (index: number, text: string) => findByTyping(list, index, text)?.article.title
    expect(typed(0, 'a')).toBe('Ångström')
    expect(typed(2, 'a')).toBe('Alps')
    expect(typed(3, 'a')).toBe('Alpha')
    expect(typed(0, 'aa')).toBe('Ångström')
    expect(typed(0, 'al')).toBe('Alpha')
    expect(typed(0, 'alps')).toBe('Alps')
    expect(typed(0, 'x')).toBeUndefined()
    expect(typed(0, ' ')).toBeUndefined()
  })
})
