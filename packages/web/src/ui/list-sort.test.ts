import { expect, it } from 'vitest'
import { nextSort, sortRows } from './list-sort.ts'

it('turns round when the sorted head is pressed again', () => {
  const once = nextSort(null, 'title')
  expect(once).toEqual({ column: 'title', direction: 'ascending' })
  expect(nextSort(once, 'title')).toEqual({ column: 'title', direction: 'descending' })
})

it('begins another column with its own first direction', () => {
  expect(nextSort({ column: 'title', direction: 'ascending' }, 'created', 'descending')).toEqual({
    column: 'created',
    direction: 'descending',
  })
})

it('sorts words as people do, numbers by size, and leaves the list it was given alone', () => {
  const titles = ['Week 10', 'Émile', 'week 9', 'emil']
  expect(sortRows(titles, 'ascending', (title) => title)).toEqual(['emil', 'Émile', 'week 9', 'Week 10'])
  expect(sortRows([9, 10, 1], 'descending', (number) => number)).toEqual([10, 9, 1])
  expect(titles[0]).toBe('Week 10')
})
