import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'

const server = await startTestServer({ isRateLimited: true })

test('the eleventh sign-in of a minute with one address has to wait', async () => {
  const attempt = () =>
    server.call('session.logIn', { body: { email: 'often@halden.example', password: 'wrong password' } })
  for (let i = 0; i < 10; i++) expect((await attempt()).status).toBe(422)
  const refused = await attempt()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.error.code).toBe('too_many_requests')
  const other = await server.call('session.logIn', {
    body: { email: 'other@halden.example', password: 'wrong password' },
  })
  expect(other.status).toBe(422)
})
