import { expect, it } from 'vitest'
import { notificationUrl } from './notification-link.ts'
import { createNotification } from '../notification.fixture.ts'

const article = '/b/ws2/engineering/art2/how-we-cut-a-release'

it('leads from a mention in an article to its notes', () => {
  expect(notificationUrl(createNotification('a', { type: 'article_mention' }))).toBe(`${article}/notes`)
  expect(notificationUrl(createNotification('a', { type: 'article_mention', payload: { isDraft: true } }))).toBe(
    '/draft/art2/notes',
  )
})

it('leads from a publish to the article', () => {
  expect(notificationUrl(createNotification('a', { type: 'article_publish' }))).toBe(article)
})

it('leads from a comment to that comment, in the article or its draft', () => {
  expect(notificationUrl(createNotification('a'))).toBe(`${article}?showComment=c1`)
  expect(notificationUrl(createNotification('a', { payload: { isDraft: true } }))).toBe('/draft/art2?showComment=c1')
  expect(notificationUrl(createNotification('a', { payload: { commentId: null } }))).toBe(article)
})

it('leads from a share to the private link', () => {
  const shared = createNotification('a', { type: 'article_shared', payload: { sharedToken: 'secret' } })
  expect(notificationUrl(shared)).toBe('/b/shared/secret/private')
})

it('leads to the private link if the article is accessible by name only', () => {
  const payload = { sharedToken: 'secret' }
  expect(notificationUrl(createNotification('a', { payload }))).toBe('/b/shared/secret/private?showComment=c1')
  expect(notificationUrl(createNotification('a', { type: 'article_mention', payload }))).toBe(
    '/b/shared/secret/private?at=notes',
  )
  expect(notificationUrl(createNotification('a', { type: 'article_publish', payload }))).toBe(
    '/b/shared/secret/private',
  )
})

it('leads nowhere without a workspace that the person sees', () => {
  const hidden = { workspaceShortId: null, workspaceSlug: null }
  expect(notificationUrl(createNotification('a', { type: 'article_publish', payload: hidden }))).toBeNull()
  expect(notificationUrl(createNotification('a', { payload: hidden }))).toBeNull()
  expect(notificationUrl(createNotification('a', { type: 'article_shared', payload: hidden }))).toBeNull()
})

it('escapes every part of a URL', () => {
  const odd = createNotification('a', { payload: { articleSlug: 'a/b?c', commentId: 'x&y=#z' } })
  expect(notificationUrl(odd)).toBe('/b/ws2/engineering/art2/a%2Fb%3Fc?showComment=x%26y%3D%23z')
})
