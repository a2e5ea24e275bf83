import { expect, it } from 'vitest'
import { nextSort, sortRows } from './list-sort.ts'

it('reverses when the sorted column header is clicked again', () => {
  const once = nextSort(null, 'title')
  expect(once).toEqual({ column: 'title', direction: 'ascending' })
  expect(nextSort(once, 'title')).toEqual({ column: 'title', direction: 'descending' })
})

it('starts another column with its own first direction', () => {
  expect(nextSort({ column: 'title', direction: 'ascending' }, 'created', 'descending')).toEqual({
    column: 'created',
    direction: 'descending',
  })
})

it('sorts words by locale and numbers by size, and does not change the given list', () => {
  const titles = ['Week 10', 'Émile', 'week 9', 'emil']
  expect(sortRows(titles, 'ascending', (title) => title)).toEqual(['emil', 'Émile', 'week 9', 'Week 10'])
  expect(sortRows([9, 10, 1], 'descending', (number) => number)).toEqual([10, 9, 1])
  expect(titles[0]).toBe('Week 10')
})
