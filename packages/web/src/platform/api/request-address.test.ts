import { expect, it } from 'vitest'
import { addressOf } from './request-address.ts'

it('puts ids into the path so that no character of theirs can leave their place', () => {
  expect(addressOf('/article/{id}', { id: 'a/b?c' })).toBe('/article/a%2Fb%3Fc')
})

it('leaves empty query values out and sends flags as 1 and 0', () => {
  expect(addressOf('/draft/', {}, { page: 2, type: undefined, q: '', all: true, draft: false, n: null })).toBe(
    '/draft/?page=2&all=1&draft=0',
  )
})
