import { describe, expect, it } from 'vitest'
import { parseDestination, readSegment, signInPath, signInPathFromToken } from './sign-in-url.ts'

describe('the URL of the sign-in page', () => {
  it('remembers the whole URL to return to', () => {
    const address = signInPath('/b/abc/notes?x=1#two')
    expect(address).toBe('/login/-/-/-/%2Fb%2Fabc%2Fnotes%3Fx%3D1%23two')
    const destination = decodeURIComponent(address.split('/')[5] ?? '')
    expect(parseDestination({ destination })).toEqual({ path: '/b/abc/notes?x=1#two' })
  })

  it('is plain for home', () => {
    expect(signInPath('/')).toBe('/login')
  })

  it.each(['-', '0', '', undefined])('treats %j as a missing part', (part) => {
    expect(readSegment(part)).toBeNull()
  })
})

describe('the destination of a sign-in', () => {
  it('is home if none is given', () => {
    expect(parseDestination({})).toEqual({ path: '/' })
    expect(parseDestination({ articleId: '-', destination: '-' })).toEqual({ path: '/' })
    expect(parseDestination({ articleId: '0' })).toEqual({ path: '/' })
    expect(parseDestination({ destination: 'article' })).toEqual({ path: '/' })
  })

  it('is the article in its workspace', () => {
    for (const destination of [undefined, 'article', 'browse'])
      expect(parseDestination({ articleId: 'k3k3k3k3k3', destination })).toEqual({ articleId: 'k3k3k3k3k3' })
  })

  it('is the notifications, over the article if there is one', () => {
    const destination = 'notifications'
    expect(parseDestination({ destination })).toEqual({ path: '/?notifications=1' })
    expect(parseDestination({ articleId: '-', destination })).toEqual({ path: '/?notifications=1' })
    expect(parseDestination({ articleId: 'k3', destination })).toEqual({ articleId: 'k3', isWithNotifications: true })
  })

  it('is the draft, the lists or the billing page by their keywords', () => {
    expect(parseDestination({ articleId: 'k3', destination: 'draft' })).toEqual({ path: '/draft/k3' })
    expect(parseDestination({ destination: 'draft' })).toEqual({ path: '/drafts' })
    expect(parseDestination({ destination: 'browse' })).toEqual({ path: '/workspaces' })
    expect(parseDestination({ destination: 'billing' })).toEqual({ path: '/settings/billing/plan-details' })
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    '/\t/evil.example',
    'evil',
    '/login/-/-/-/%2F',
    '/signup',
  ])('is never %j', (destination) => {
    expect(parseDestination({ destination })).toEqual({ path: '/' })
  })
})

describe('a page opened with ?token=', () => {
  const of = (address: string) => signInPathFromToken(new URL(address, 'https://know.example'))

  it('is a sign-in that continues to the page without it', () => {
    expect(of('/b/abc/notes?token=t&x=1#two')).toBe('/login/t/-/-/%2Fb%2Fabc%2Fnotes%3Fx%3D1%23two')
    expect(of('/?token=a%2Fb')).toBe('/login/a%2Fb')
  })

  it('is an ordinary page without a token', () => {
    expect(of('/drafts')).toBeNull()
    expect(of('/drafts?token=')).toBeNull()
  })
})
