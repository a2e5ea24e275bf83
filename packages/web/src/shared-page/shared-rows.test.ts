import { expect, it } from 'vitest'
import { sharedRows } from './shared-rows.ts'

const entry = (id: string, parentId: string | null) => ({
  id,
  parentId,
  shortId: id,
  slug: id,
  title: id,
  icon: null,
  duration: 0,
  isHasText: true,
  isFirstTabFilled: true,
  isArchived: false,
  updatedAt: '2026-11-22T10:00:00.000Z',
})
const levels = (rows: ReturnType<typeof sharedRows>) => rows.map(({ id, level }) => `${level}${id}`)

it('articles are under their parents, in the order of the response', () => {
  const rows = sharedRows(entry('root', 'elsewhere'), [
    entry('a', 'root'),
    entry('b', 'root'),
    entry('a1', 'a'),
    entry('b1', 'b'),
    entry('a2', 'a'),
  ])
  expect(levels(rows)).toEqual(['0root', '1a', '2a1', '2a2', '1b', '2b1'])
})

it('articles whose parent is missing are under the shared one', () => {
  expect(levels(sharedRows(entry('root', null), [entry('a', null), entry('b', 'gone')]))).toEqual(['0root', '1a', '1b'])
})

it('articles whose parents form a cycle are omitted', () => {
  expect(levels(sharedRows(entry('root', null), [entry('a', 'b'), entry('b', 'a'), entry('c', 'root')]))).toEqual([
    '0root',
    '1c',
  ])
})
