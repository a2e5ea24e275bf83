import { expect, it } from 'vitest'
import { announcementText, notificationSentence } from './notification-text.ts'
import { createNotification } from '../notification.fixture.ts'

it.each([
  ['comment_mention', 'mention', 'Jonas Lindqvist mentioned you in a comment on How we cut a release'],
  ['comment_mention', null, 'Jonas Lindqvist mentioned you in a comment on How we cut a release'],
  ['comment_mention', 'reply', 'Jonas Lindqvist replied to a comment on How we cut a release'],
  ['comment_mention', 'follow', 'Jonas Lindqvist commented on How we cut a release'],
  ['article_mention', null, 'Jonas Lindqvist mentioned you in How we cut a release'],
  ['article_publish', null, 'Jonas Lindqvist published How we cut a release'],
  ['article_shared', null, 'Jonas Lindqvist shared How we cut a release with you'],
] as const)('says what happened for %s (%s)', (type, reason, sentence) => {
  expect(notificationSentence(createNotification('a', { type, reason }))).toBe(sentence)
})

it('has words for deleted people and missing titles', () => {
  const notification = createNotification('a', { type: 'article_publish', user: null, payload: { articleTitle: '' } })
  expect(notificationSentence(notification)).toBe('Unknown author published Untitled')
})

it('describes one in full and several by their number', () => {
  const one = createNotification('a', { type: 'article_publish' })
  expect(announcementText([])).toBe('')
  expect(announcementText([one])).toBe('Jonas Lindqvist published How we cut a release')
  expect(announcementText([one, createNotification('b'), createNotification('c')])).toBe('3 new notifications')
})
