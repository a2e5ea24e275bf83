import { expect, it } from 'vitest'
import { buildRequestUrl } from './request-url.ts'

it('escapes ids, so that none can leave its part of the path', () => {
  expect(buildRequestUrl('/article/:id', { id: 'a/b?c' })).toBe('/article/a%2Fb%3Fc')
})

it.each(['.', '..'])('searches for %s: the browser must not drop it from the path', (q) => {
  const { pathname } = new URL(buildRequestUrl('/jobs/search/:q', { q }), 'https://know.example')
  expect(decodeURIComponent(pathname).trim()).toBe(`/jobs/search/${q}`)
})

it('omits empty query values and sends flags as 1 and 0', () => {
  expect(buildRequestUrl('/draft/', {}, { page: 2, type: undefined, q: '', all: true, draft: false, n: null })).toBe(
    '/draft/?page=2&all=1&draft=0',
  )
})
