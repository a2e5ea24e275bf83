import { expect, it } from 'vitest'
import { locationOf } from './notification-link.ts'
import { notificationOf } from '../notification.fixture.ts'

const article = '/b/ws2/engineering/art2/how-we-cut-a-release'

it('leads from a mention in an article to its notes', () => {
  expect(locationOf(notificationOf('a', { type: 'article_mention' }))).toBe(`${article}/notes`)
  expect(locationOf(notificationOf('a', { type: 'article_mention', payload: { isDraft: true } }))).toBe(
    '/draft/art2/notes',
  )
})

it('leads from a publish to the article', () => {
  expect(locationOf(notificationOf('a', { type: 'article_publish' }))).toBe(article)
})

it('leads from a comment to that comment, in the article or its draft', () => {
  expect(locationOf(notificationOf('a'))).toBe(`${article}?showComment=c1`)
  expect(locationOf(notificationOf('a', { payload: { isDraft: true } }))).toBe('/draft/art2?showComment=c1')
  expect(locationOf(notificationOf('a', { payload: { commentId: null } }))).toBe(article)
})

it('leads from a share to the private link', () => {
  const shared = notificationOf('a', { type: 'article_shared', payload: { sharedToken: 'secret' } })
  expect(locationOf(shared)).toBe('/b/shared/secret/private')
})

it('leads to the private link if the article is accessible by name only', () => {
  const payload = { sharedToken: 'secret' }
  expect(locationOf(notificationOf('a', { payload }))).toBe('/b/shared/secret/private?showComment=c1')
  expect(locationOf(notificationOf('a', { type: 'article_mention', payload }))).toBe(
    '/b/shared/secret/private?at=notes',
  )
  expect(locationOf(notificationOf('a', { type: 'article_publish', payload }))).toBe('/b/shared/secret/private')
})

it('leads nowhere without a workspace that the person sees', () => {
  const hidden = { workspaceShortId: null, workspaceSlug: null }
  expect(locationOf(notificationOf('a', { type: 'article_publish', payload: hidden }))).toBeNull()
  expect(locationOf(notificationOf('a', { payload: hidden }))).toBeNull()
  expect(locationOf(notificationOf('a', { type: 'article_shared', payload: hidden }))).toBeNull()
})

it('escapes every part of a URL', () => {
  const odd = notificationOf('a', { payload: { articleSlug: 'a/b?c', commentId: 'x&y=#z' } })
  expect(locationOf(odd)).toBe('/b/ws2/engineering/art2/a%2Fb%3Fc?showComment=x%26y%3D%23z')
})
