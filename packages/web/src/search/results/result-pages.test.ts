import { expect, it } from 'vitest'
import { searchCategories } from '@knowreel/shared/search/search.calls.ts'
import { categoryOrder, nextPage, pageSize, type FoundResults } from './result-pages.ts'
import { aResult } from '../search.fixture.ts'

const results = (count: number) => Array.from({ length: count }, (_, n) => aResult({ title: `Result ${n}` }))

it('continues the first category whose page is full, then the next one', () => {
  const first: FoundResults = { article: results(pageSize), tag: results(2), articleNotes: results(pageSize) }
  expect(nextPage([first], [null])).toEqual({ category: 'article', page: 2 })
  const second = { category: 'article', page: 2 } as const
  expect(nextPage([first, { article: results(pageSize) }], [null, second])).toEqual({ category: 'article', page: 3 })
  expect(nextPage([first, { article: results(4) }], [null, second])).toEqual({ category: 'articleNotes', page: 2 })
  expect(nextPage([{ article: results(3) }], [null])).toBeUndefined()
  expect(nextPage([{}], [null])).toBeUndefined()
})

it('shows the categories in the order of the specification', () => {
  expect(categoryOrder).toEqual(searchCategories)
})
