import { expect, it } from 'vitest'
import { createComment } from '../comment.fixture.ts'
import { noFilter, filterThreads, sortThreads, findRootId, buildThreads, type Thread } from './threads.rules.ts'

const ids = (threads: readonly Thread[]) => threads.map(({ root }) => root.id)
const timed = (id: string, timestamp: number) =>
  createComment(id, {
    isTimed: true,
    timestamp,
    anchor: { paragraphId: 'p', videoId: 'v', videoTime: timestamp, time: timestamp },
  })

it('puts replies under their comment, and keeps those whose comment is missing', () => {
  const threads = buildThreads([
    createComment('1'),
    createComment('2', { parentId: '1' }),
    createComment('3', { parentId: 'gone' }),
  ])
  expect(threads.map(({ root, replies }) => [root.id, replies.map(({ id }) => id)])).toEqual([
    ['1', ['2']],
    ['3', []],
  ])
  expect([findRootId(threads, '2'), findRootId(threads, '3'), findRootId(threads, '9')]).toEqual(['1', '3', null])
})

it('shows a comment that is being sent as the newest, although the clock of the browser is slow or fast', () => {
  for (const createdAt of ['2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z']) {
    const pending = { ...createComment('sent', { createdAt }), isPending: true as const }
    const threads = buildThreads([createComment('1'), pending, createComment('2')])
    expect(ids(sortThreads(threads, 'newest')), createdAt).toEqual(['sent', '2', '1'])
    expect(ids(sortThreads(threads, 'article')), createdAt).toEqual(['1', '2', 'sent'])
  }
})

it('filters open, resolved, own threads and mentions of the reader', () => {
  const threads = buildThreads([
    createComment('1'),
    createComment('2', { resolvedAt: '2026-11-02T10:00:00.000Z', userId: 'jonas' }),
    createComment('3', { userId: 'jonas' }),
    createComment('4', { parentId: '3', userId: 'jonas', content: '<p><span data-mention="ines">@Ines</span></p>' }),
  ])
  const chosen = (state: 'open' | 'resolved' | 'all', whose: 'everyone' | 'mine' | 'mentions' = 'everyone') =>
    ids(filterThreads(threads, { state, involvement: whose }, 'ines'))
  expect(chosen('open')).toEqual(['1', '3'])
  expect(chosen('resolved')).toEqual(['2'])
  expect(chosen('all', 'mine')).toEqual(['1'])
  expect(chosen('all', 'mentions')).toEqual(['3'])
  expect(ids(filterThreads(threads, noFilter, null))).toEqual(['1', '2', '3'])
})

it('orders by date, newest first, or by the time in the recording', () => {
  // The moment of the third is no longer played: it is listed with the untimed ones.
  const cut = createComment('3', { isTimed: true, timestamp: 0 })
  const threads = buildThreads([createComment('1'), timed('2', 9000), cut, timed('4', 1000)])
  expect(ids(sortThreads(threads, 'newest'))).toEqual(['4', '3', '2', '1'])
  expect(ids(sortThreads(threads, 'article'))).toEqual(['4', '2', '1', '3'])
})
