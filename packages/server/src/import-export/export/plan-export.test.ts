import { anyOrder } from '@knowreel/shared/workspace/order-tree.fixture.ts'
import { orderIds, walkOrder } from '@knowreel/shared/workspace/order-tree.rules.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safePath } from '../import/archive/safe-path.ts'
import { createUniqueNames, relativeUrl, safeFileName, safeName, withExtension } from './file-names.ts'
import { planExport } from './plan-export.ts'

const anyTitle = fc.oneof(
  fc.constantFrom(
    '../..',
    'CON',
    'nul.txt',
    'a/b\\c',
    ' . ',
    '...',
    'Ünïcode 漢字 😀',
    'x'.repeat(400),
    '漢'.repeat(300),
    'a\u202egnp.exe',
    'COM1',
    '<b>?*|',
    '',
  ),
  fc.string({ unit: 'grapheme' }),
)

test('no title becomes a name that has a special meaning on a file system', () => {
  fc.assert(
    fc.property(anyTitle, (title) => {
      const name = safeName(title)
      expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\u202a-\u202e]|^[. ]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(121)
      expect(name.isWellFormed()).toBe(true)
      expect(safePath(name)).toBe(name)
    }),
  )
})

test('titles keep their script', () => {
  expect(safeName('Ünïcode 漢字 שלום 😀')).toBe('Ünïcode 漢字 שלום 😀')
  expect(safeFileName('Bericht: Q1/Q2.final.PDF', 'File')).toEqual({ stem: 'Bericht- Q1-Q2.final', ending: '.PDF' })
})

test('equal names in a folder become unique, also on case-insensitive file systems', () => {
  const name = createUniqueNames()
  expect([name('Plan', '.md'), name('plan', '.md'), name('PLAN', '.md')]).toEqual([
    'Plan.md',
    'plan (2).md',
    'PLAN (3).md',
  ])
})

test('every article has its own file, in the folder of its parent, in order', () => {
  fc.assert(
    fc.property(anyOrder(12), fc.array(anyTitle, { minLength: 1, maxLength: 5 }), (order, titles) => {
      const ids = orderIds(order)
      const heads = ids.map((id, index) => ({ id, shortId: id, title: titles[index % titles.length] ?? '' }))
      const plan = planExport(order, heads, { rootFolder: 'Root' })
      expect(plan.map(({ id }) => id)).toEqual(ids)
      expect(new Set(plan.map(({ path }) => path.toLowerCase())).size).toBe(ids.length)
      const paths = new Map(plan.map(({ id, path }) => [id, path]))
      for (const { id, parentId } of walkOrder(order)) {
        const folder = parentId === null ? 'Root' : (paths.get(parentId) ?? '')
        expect(paths.get(id)?.slice(0, paths.get(id)?.lastIndexOf('/'))).toBe(folder)
      }
      for (const { path } of plan) expect(safePath(path)).toBe(path)
    }),
  )
})

test('sub-articles take the position of a parent that is not exported', () => {
  const order = [{ value: 'a', items: [{ value: 'b', items: [] }] }]
  expect(
    planExport(order, [{ id: 'b', shortId: 'b', title: 'B' }], { rootFolder: 'R' }).map(({ path }) => path),
  ).toEqual(['R/01 B'])
})

test('one article is exported alone or with its sub-articles', () => {
  const order = [
    { value: 'x', items: [] },
    { value: 'a', items: [{ value: 'b', items: [] }] },
  ]
  const heads = ['x', 'a', 'b'].map((id) => ({ id, shortId: id, title: id.toUpperCase() }))
  const paths = (isWithSubArticles: boolean) =>
    planExport(order, heads, { rootFolder: 'A', rootId: 'a', isWithSubArticles }).map(({ path }) => path)
  expect(paths(true)).toEqual(['A/A', 'A/A/01 B'])
  expect(paths(false)).toEqual(['A/A'])
})

test('links between files are relative and work', () => {
  expect(relativeUrl('R/a/b.md', 'R/files/x (1).png')).toBe('../files/x%20%281%29.png')
  expect(relativeUrl('R/a.md', 'R/a/b.md')).toBe('a/b.md')
})

test('an image named after its file has one extension', () => {
  expect(['site.png', 'Site.PNG', 'Site'].map((name) => withExtension(name, '.png'))).toEqual([
    'site.png',
    'Site.PNG',
    'Site.png',
  ])
})
