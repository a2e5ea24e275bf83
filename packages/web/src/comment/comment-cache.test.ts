import { expect, it } from 'vitest'
import { withComment, withoutComment, withReaction } from './comment-cache.ts'
import { createComment } from './comment.fixture.ts'

const ines = { id: 'ines', name: 'Ines Okafor' }
const jonas = { id: 'jonas', name: 'Jonas Weber' }

it('keeps the order when a comment changes, and adds new ones at the end', () => {
  const list = { comments: [createComment('1'), createComment('2')], isTruncated: false, before: null }
  const changed = withComment(list, createComment('1', { content: '<p>other</p>' }))
  expect(changed.comments.map(({ id, content }) => [id, content])).toEqual([
    ['1', '<p>other</p>'],
    ['2', '<p>words</p>'],
  ])
  expect(withComment(list, createComment('3')).comments.map(({ id }) => id)).toEqual(['1', '2', '3'])
})

it('removes replies with their comment', () => {
  const list = {
    comments: [createComment('1'), createComment('2', { parentId: '1' }), createComment('3')],
    isTruncated: false,
    before: null,
  }
  expect(withoutComment(list, '1').comments.map(({ id }) => id)).toEqual(['3'])
})

it('counts each person once per emoji, and removes exactly what was added', () => {
  const bare = createComment('1')
  const one = withReaction(bare, '🔥', true, ines)
  expect(one.reaction).toEqual([{ content: '🔥', userIds: ['ines'], names: ['Ines Okafor'] }])
  expect(withReaction(one, '🔥', true, ines).reaction).toEqual(one.reaction)
  const two = withReaction(one, '🔥', true, jonas)
  expect(two.reaction[0]?.names).toEqual(['Ines Okafor', 'Jonas Weber'])
  expect(withReaction(two, '🔥', false, jonas).reaction).toEqual(one.reaction)
  expect(withReaction(one, '🔥', false, ines).reaction).toEqual([])
  expect(withReaction(one, '👍', false, ines).reaction).toEqual(one.reaction)
})
