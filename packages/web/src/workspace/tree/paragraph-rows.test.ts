import { describe, expect, it } from 'vitest'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { tree } from '@knowreel/shared/workspace/order-tree.fixture.ts'
import { stepForKey } from './tree-keys.ts'
import { foldKey, isLongTree, insertParagraphRows, type OpenParagraphs } from './paragraph-rows.ts'
import { treeRows } from './tree-rows.ts'

const article = (id: string): ArticleTreeEntry => ({
  id,
  shortId: `short-${id}`,
  slug: id,
  title: id.toUpperCase(),
  icon: null,
  duration: 60_000,
  isHasText: true,
  isFirstTabFilled: true,
  isArchived: false,
  updatedAt: '2026-11-12T10:00:00.000Z',
})
const rows = treeRows(tree({ a: {}, b: { c: {} }, d: {} }), ['a', 'b', 'c', 'd'].map(article))
const paragraph = (id: string, items: string[] = []) => ({
  ...bare(id),
  items: items.map(bare),
})
const bare = (id: string) => ({ id, title: id, slug: id, position: 0 })
const open = (articleId: string, paragraphs = [paragraph('one', ['one-a', 'one-b']), paragraph('two')]) =>
  ({
    articleId,
    paragraphs,
    currentId: null,
    hrefOf: (slug) => slug,
    open: () => undefined,
  }) satisfies OpenParagraphs
const none: ReadonlySet<string> = new Set()
const shape = (given: readonly { level: number; id: string }[]) =>
  given.map(({ id, level }) => `${'.'.repeat(level - 1)}${id.split('/').at(-1)}`)

describe('the paragraphs of the open article', () => {
  it('are under it in two levels, before its sub-articles', () => {
    expect(shape(insertParagraphRows(rows, open('b'), none))).toEqual([
      'a',
      'b',
      '.one',
      '..one-a',
      '..one-b',
      '.two',
      '.c',
      'd',
    ])
  })

  it('count as siblings of those', () => {
    const all = insertParagraphRows(rows, open('b'), none)
    expect(all.find(({ paragraph: own }) => own?.id === 'two')).toMatchObject({ position: 2, siblings: 3 })
    expect(all.find(({ id }) => id === 'c')).toMatchObject({ position: 3, siblings: 3 })
  })

  it('are folded with it, and sub-paragraphs with their paragraph', () => {
    expect(shape(insertParagraphRows(rows, open('b'), new Set(['b'])))).toEqual(['a', 'b', 'd'])
    expect(shape(insertParagraphRows(rows, open('a'), new Set(['a/one'])))).toEqual([
      'a',
      '.one',
      '.two',
      'b',
      '.c',
      'd',
    ])
  })

  it('are navigated by the same keys as articles', () => {
    const all = insertParagraphRows(rows, open('a'), none)
    expect(stepForKey(all, 0, 'ArrowRight')).toEqual({ focus: 'a/one' })
    expect(stepForKey(all, 2, 'ArrowLeft')).toEqual({ focus: 'a/one' })
    expect(stepForKey(all, 1, 'ArrowLeft')).toEqual({ fold: 'a/one', isFolded: true })
  })

  it('stay folded if there are many, until the user unfolds them', () => {
    const long = open(
      'a',
      Array.from({ length: 50 }, (_, index) => paragraph(`p${index}`)),
    )
    expect(isLongTree(long)).toBe(true)
    expect(shape(insertParagraphRows(rows, long, none))).toEqual(['a', 'b', '.c', 'd'])
    expect(insertParagraphRows(rows, long, none)[0]).toMatchObject({ hasItems: true, isFolded: true })
    expect(insertParagraphRows(rows, long, new Set([foldKey(long, true)]))).toHaveLength(54)
  })
})
