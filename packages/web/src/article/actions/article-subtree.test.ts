import { expect, it } from 'vitest'
import { archivedUnder, firstRemainingId, nestedIds } from './article-subtree.ts'

const leaf = (value: string) => ({ value, items: [] })
const order = [
  leaf('start'),
  { value: 'policy', items: [leaf('emea'), { value: 'apac', items: [leaf('night')] }] },
  leaf('end'),
]

it('finds everything under an article, in tree order', () => {
  expect(nestedIds(order, 'policy')).toEqual(['emea', 'apac', 'night'])
  expect(nestedIds(order, 'apac')).toEqual(['night'])
  expect(nestedIds(order, 'start')).toEqual([])
  expect(nestedIds(order, 'missing')).toEqual([])
})

it('after a deletion shows the first remaining article that is not archived', () => {
  expect(firstRemainingId(order, (id) => id !== 'start')).toBe('policy')
  expect(firstRemainingId(order, (id) => !['start', 'policy', 'emea'].includes(id))).toBe('apac')
  expect(firstRemainingId(order, () => false)).toBeNull()
})

it('knows which articles under an article were archived separately', () => {
  const articles = ['start', 'policy', 'emea', 'apac', 'night', 'end'].map((id) => ({
    id,
    isArchived: ['apac', 'night', 'end'].includes(id),
  }))
  expect(archivedUnder({ workspace: { order }, articles }, 'policy')).toEqual(['apac', 'night'])
  expect(archivedUnder({ workspace: { order }, articles }, 'start')).toEqual([])
})
