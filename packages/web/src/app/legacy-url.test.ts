import { expect, it } from 'vitest'
import { pathFromHash } from './legacy-url.ts'

it('rewrites a URL behind #/ to the path', () => {
  expect(pathFromHash('#/login/abc123?x=1')).toBe('/login/abc123?x=1')
  expect(pathFromHash('#/')).toBe('/')
})

it('ignores anchors', () => {
  expect(pathFromHash('#step-two')).toBeNull()
  expect(pathFromHash('')).toBeNull()
})

it.each(['#//evil.example', '#/\\evil.example', '#///evil.example/a'])('never leaves the host for %s', (hash) => {
  const path = pathFromHash(hash) ?? ''
  expect(new URL(path, 'https://knowreel.test').host).toBe('knowreel.test')
})
