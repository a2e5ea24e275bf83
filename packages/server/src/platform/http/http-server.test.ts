import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { redactTokens } from './http-server.ts'

test('a log line names the path without any token in it', () => {
  const token = randomBytes(32).toString('base64url')
  for (const place of ['/password-reset', '/login', '/signup', '/api/invited'])
    expect(redactTokens(`${place}/${token}`)).toBe(`${place}/…`)
  const shared = randomBytes(16).toString('hex')
  expect(redactTokens(`/api/browse/shared/${shared}/private`)).toBe('/api/browse/shared/…/private')
  expect(redactTokens(`/embed/${shared}`)).toBe('/embed/…')
  const path = `/api/workspace/${randomUUID()}/articles/k3n4x7q2wz`
  expect(redactTokens(path)).toBe(path)
})
