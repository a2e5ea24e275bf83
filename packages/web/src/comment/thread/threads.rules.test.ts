import { expect, it } from 'vitest'
import { commentOf } from '../comment.fixture.ts'
import { everything, matchingThreads, orderedThreads, rootIdOf, threadsOf, type Thread } from './threads.rules.ts'

const ids = (threads: readonly Thread[]) => threads.map(({ root }) => root.id)
const timed = (id: string, timestamp: number) =>
  commentOf(id, {
    isTimed: true,
    timestamp,
    anchor: { paragraphId: 'p', videoId: 'v', videoTime: timestamp, time: timestamp },
  })

it('puts replies under their comment, and keeps those whose comment is missing', () => {
  const threads = threadsOf([commentOf('1'), commentOf('2', { parentId: '1' }), commentOf('3', { parentId: 'gone' })])
  expect(threads.map(({ root, replies }) => [root.id, replies.map(({ id }) => id)])).toEqual([
    ['1', ['2']],
    ['3', []],
  ])
  expect([rootIdOf(threads, '2'), rootIdOf(threads, '3'), rootIdOf(threads, '9')]).toEqual(['1', '3', null])
})

it('filters open, resolved, own threads and mentions of the reader', () => {
  const threads = threadsOf([
    commentOf('1'),
    commentOf('2', { resolvedAt: '2026-11-02T10:00:00.000Z', userId: 'jonas' }),
    commentOf('3', { userId: 'jonas' }),
    commentOf('4', { parentId: '3', userId: 'jonas', content: '<p><span data-mention="ines">@Ines</span></p>' }),
  ])
  const chosen = (state: 'open' | 'resolved' | 'all', whose: 'everyone' | 'mine' | 'mentions' = 'everyone') =>
    ids(matchingThreads(threads, { state, whose }, 'ines'))
  expect(chosen('open')).toEqual(['1', '3'])
  expect(chosen('resolved')).toEqual(['2'])
  expect(chosen('all', 'mine')).toEqual(['1'])
  expect(chosen('all', 'mentions')).toEqual(['3'])
  expect(ids(matchingThreads(threads, everything, null))).toEqual(['1', '2', '3'])
})

it('orders by date, newest first, or by the time in the recording', () => {
  // The moment of the third is no longer played: it is listed with the untimed ones.
  const cut = commentOf('3', { isTimed: true, timestamp: 0 })
  const threads = threadsOf([commentOf('1'), timed('2', 9000), cut, timed('4', 1000)])
  expect(ids(orderedThreads(threads, 'newest'))).toEqual(['4', '3', '2', '1'])
  expect(ids(orderedThreads(threads, 'article'))).toEqual(['4', '2', '1', '3'])
})
