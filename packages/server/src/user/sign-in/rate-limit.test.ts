import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { hashPassword } from './password.ts'
import { buildUser } from '../user.builder.ts'

const server = await startTestServer({ isRateLimited: true })
const calm = await startTestServer()

test('the eleventh sign-in in a minute with one email address has to wait', async () => {
  const attempt = () =>
    server.call('session.logIn', { body: { email: 'often@halden.example', password: 'wrong password' } })
  for (let i = 0; i < 10; i++) expect((await attempt()).status).toBe(422)
  const refused = await attempt()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.error).toMatchObject({
    code: 'too_many_requests',
    error: 'Too many attempts. Please wait a moment and try again',
  })
  const other = await server.call('session.logIn', {
    body: { email: 'other@halden.example', password: 'wrong password' },
  })
  expect(other.status).toBe(422)
})

test('one client address can attempt at most a hundred sign-ins a minute, whatever the accounts', async () => {
  const attempt = () => server.call('session.logIn', { body: { token: 'no such token' } })
  // Twelve were made above.
  for (let i = 0; i < 88; i++) expect((await attempt()).status).toBe(422)
  expect((await attempt()).status).toBe(429)
  const refused = await server.call('session.logIn', {
    body: { email: 'a-new-one@halden.example', password: 'wrong password' },
  })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('after 30 wrong passwords only client addresses that the account signed in from may sign in', async () => {
  const password = 'correct horse battery'
  const { id, email } = await buildUser(calm.db, { passwordHash: await hashPassword(password) })
  const logIn = (given: string, as = email) => calm.call('session.logIn', { body: { email: as, password: given } })
  await Promise.all(Array.from({ length: 30 }, () => logIn('wrong password')))
  const closed = await logIn(password, email.toUpperCase())
  expect(closed.status).toBe(429)
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  const unknown = 'nobody-at-all@halden.example'
  await Promise.all(Array.from({ length: 30 }, () => logIn('wrong password', unknown)))
  expect((await logIn('wrong password', unknown)).status, 'an unknown address gets the same answer').toBe(429)
  await calm.signIn({ id }, null)
  const sessions = calm.db.updateTable('sessions').where('user_id', '=', id)
  await sessions.set({ address: '203.0.113.7' }).execute()
  expect((await logIn(password)).status).toBe(429)
  await sessions.set({ address: '127.0.0.1' }).execute()
  expect((await logIn(password)).status, 'the person is not locked out').toBe(200)
}, 60_000)

test('after a hundred wrong passwords for any accounts, a source signs in only people who signed in from there', async () => {
  const source = await startTestServer()
  const password = 'correct horse battery'
  const passwordHash = await hashPassword(password)
  const [known, stranger] = [await buildUser(source.db, { passwordHash }), await buildUser(source.db, { passwordHash })]
  const logIn = (email: string, given: string) => source.call('session.logIn', { body: { email, password: given } })
  expect((await logIn(known.email, password)).status).toBe(200)
  for (let sent = 0; sent < 100; sent += 20) {
    const batch = Array.from({ length: 20 }, (_, i) => logIn(`p${sent + i}@halden.example`, 'Spring2026!'))
    expect(new Set((await Promise.all(batch)).map(({ status }) => status))).toEqual(new Set([422]))
  }
  const refused = await logIn(stranger.email, password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  expect((await logIn(known.email, password)).status, 'colleagues are not locked out').toBe(200)
}, 60_000)

test('after ten wrong guesses of the current password the profile accepts none for a while', async () => {
  const password = 'correct horse battery'
  const user = await buildUser(calm.db, { passwordHash: await hashPassword(password) })
  const token = await calm.signIn(user, null)
  const guess = (passwordOld: string) =>
    calm.call(
      'user.updateMe',
      { body: { passwordOld, passwordNew: 'a new password', passwordConfirm: 'a new password' } },
      token,
    )
  for (let i = 0; i < 10; i++) expect((await guess(`guess ${i}`)).error.code).toBe('wrong_password')
  const closed = await guess(password)
  expect(closed.status).toBe(429)
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  expect((await calm.call('user.updateMe', { body: { jobTitle: 'Engineer' } }, token)).status).toBe(200)
}, 60_000)
