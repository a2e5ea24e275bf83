import { expect, test } from 'vitest'
import { RecentMap } from './recent-map.ts'

test('an entry that is set again outlives one that was set after it', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
