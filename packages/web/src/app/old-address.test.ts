import { expect, it } from 'vitest'
import { pathOfHash } from './old-address.ts'

it('rewrites a URL behind #/ to the path', () => {
  expect(pathOfHash('#/login/abc123?x=1')).toBe('/login/abc123?x=1')
  expect(pathOfHash('#/')).toBe('/')
})

it('ignores anchors', () => {
  expect(pathOfHash('#step-two')).toBeNull()
  expect(pathOfHash('')).toBeNull()
})

it.each(['#//evil.example', '#/\\evil.example', '#///evil.example/a'])('never leaves the host for %s', (hash) => {
  const path = pathOfHash(hash) ?? ''
  expect(new URL(path, 'https://knowreel.test').host).toBe('knowreel.test')
})
