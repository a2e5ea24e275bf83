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

test('the oldest entries leave when all together weigh too much, and what weighs too much alone is not kept', () => {
  const map = new RecentMap<string, string>(5, (value) => value.length)
  map.set('a', 'aa').set('b', 'bb').set('c', 'c')
  expect([...map.keys()]).toEqual(['a', 'b', 'c'])
  expect([...map.set('d', 'ddd').keys()]).toEqual(['c', 'd'])
  map.set('d', 'd').delete('c')
  expect([...map.set('e', 'eeee').keys()]).toEqual(['d', 'e'])
  expect([...map.set('d', 'dddddd').keys()]).toEqual(['e'])
  map.clear()
  expect([...map.set('f', 'fffff').keys()]).toEqual(['f'])
})
