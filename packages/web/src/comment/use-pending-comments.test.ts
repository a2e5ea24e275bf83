import { expect, it } from 'vitest'
import { createComment } from './comment.fixture.ts'
import { withPending } from './use-pending-comments.ts'

const sent = createComment('sent', { clientId: 'client-1', content: '<p>Mind the bolt</p>' })
const stored = { ...sent, id: 'stored', createdAt: '2026-11-01T10:00:01.000Z' }
const ids = (comments: readonly { id: string }[]) => comments.map(({ id }) => id)

it('shows a comment once, also if a refetch lists it before the response has come', () => {
  expect(ids(withPending([], [sent]))).toEqual(['sent'])
  expect(ids(withPending([stored], [sent]))).toEqual(['stored'])
})

it('recognises the stored comment also if its text was cleaned and the clock of the browser is hours ahead', () => {
  const ahead = { ...sent, content: '<p>Mind <i>the bolt</i></p>', createdAt: '2026-11-01T15:00:00.000Z' }
  expect(ids(withPending([stored], [ahead]))).toEqual(['stored'])
})

it('is not mistaken for another comment with the same words a moment before, or for one of somebody else', () => {
  const others = [
    { ...stored, id: 'before', clientId: 'client-0' },
    { ...stored, id: 'other', clientId: undefined, userId: 'jonas' },
  ]
  expect(ids(withPending(others, [sent]))).toEqual([...ids(others), 'sent'])
})
