import { describe, expect, it } from 'vitest'
import { destinationOf, signInAddress } from './sign-in-address.ts'

describe('the address of the sign-in page', () => {
  it('remembers the place to come back to, whole', () => {
    const address = signInAddress('/b/abc/notes?x=1#two')
    expect(address).toBe('/login/-/-/-/%2Fb%2Fabc%2Fnotes%3Fx%3D1%23two')
    const destination = decodeURIComponent(address.split('/')[5] ?? '')
    expect(destinationOf({ destination })).toEqual({ path: '/b/abc/notes?x=1#two' })
  })

  it('is plain for home', () => {
    expect(signInAddress('/')).toBe('/login')
  })
})

describe('where signing in leads', () => {
  it('is home when nothing is said', () => {
    expect(destinationOf({})).toEqual({ path: '/' })
    expect(destinationOf({ articleId: '-', destination: '-' })).toEqual({ path: '/' })
    expect(destinationOf({ articleId: '0' })).toEqual({ path: '/' })
  })

  it('is the article in its workspace', () => {
    expect(destinationOf({ articleId: 'k3k3k3k3k3' })).toEqual({ articleId: 'k3k3k3k3k3' })
    expect(destinationOf({ articleId: 'k3k3k3k3k3', destination: 'browse' })).toEqual({ articleId: 'k3k3k3k3k3' })
  })

  it('is the draft or the billing page by their words', () => {
    expect(destinationOf({ articleId: 'k3', destination: 'draft' })).toEqual({ path: '/draft/k3' })
    expect(destinationOf({ destination: 'billing' })).toEqual({ path: '/settings/billing/plan-details' })
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
    expect(destinationOf({ destination })).toEqual({ path: '/' })
  })
})
