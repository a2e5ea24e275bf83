import { expect, it } from 'vitest'
import { createComment } from './comment.fixture.ts'
import { withPending } from './use-pending-comments.ts'

const sent = createComment('sent', { content: '<p>Mind the bolt</p>', createdAt: '2026-11-01T10:00:00.000Z' })
const stored = { ...sent, id: 'stored', createdAt: '2026-11-01T10:00:01.000Z' }
const ids = (comments: readonly { id: string }[]) => comments.map(({ id }) => id)

it('shows a comment once, also if a refetch lists it before the response has come', () => {
  expect(ids(withPending([], [sent]))).toEqual(['sent'])
  expect(ids(withPending([stored], [sent]))).toEqual(['stored'])
})

it('is not mistaken for an earlier comment, one of somebody else or a reply with the same words', () => {
  const others = [
    { ...stored, id: 'earlier', createdAt: '2026-11-01T09:00:00.000Z' },
    { ...stored, id: 'other', userId: 'jonas' },
    { ...stored, id: 'reply', parentId: 'earlier' },
  ]
  expect(ids(withPending(others, [sent]))).toEqual([...ids(others), 'sent'])
})
