import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { mailsTo as mailsIn } from '../../../test/outbox.ts'
import { startTestServer } from '../../../test/server.ts'
import { issueOneUseToken } from './one-use-token.ts'
import { hashSessionToken } from '../session/session-token.ts'

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const password = 'correct horse battery'

const mailsTo = (address: string, subject: string) => mailsIn(server.dataDirectory, address, subject)

/** Waits for `count` emails with this subject and returns the token in the newest one. */
async function tokenOf(address: string, subject: string, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(address, subject)).length, { timeout: 10_000 }).toBe(count)
  const tokens = (await mailsTo(address, subject)).map(({ text }) => /[=/]([\w-]{43})\b/.exec(text ?? '')?.[1] ?? '')
  const live = await Promise.all(tokens.map((token) => isLive(token)))
  const token = tokens.find((_, index) => live[index])
  if (token === undefined) throw new Error('No mail has a live token')
  return token
}

async function isLive(token: string): Promise<boolean> {
  const hash = hashSessionToken(token)
  const row = await server.db
    .selectFrom('one_use_tokens')
    .where('token_hash', '=', hash)
    .select('purpose')
    .executeTakeFirst()
  return row !== undefined
}

async function signUp(email: string) {
  const body = { firstName: 'Ines', lastName: 'Okafor', email, password, companyTitle: 'Halden Systems' }
  const { ok } = await server.call('account.signUp', { body })
  // Its email goes to the address that the account has when the job runs.
  await expect.poll(async () => (await mailsTo(email, confirmSubject)).length, { timeout: 10_000 }).toBeGreaterThan(0)
  return ok
}
const logIn = (email: string, given: string) => server.call('session.logIn', { body: { email, password: given } })
const ask = (email: string) => server.call('account.requestPasswordReset', { body: { email } })
const reset = (token: string, next = 'a new password', code?: string) =>
  server.call('account.resetPassword', { body: { token, password: next, ...(code === undefined ? {} : { code }) } })
const resetSubject = 'Set a new password'
const confirmSubject = 'Confirm your email'

test('a forgotten password is reset with the emailed link, once, and every other session ends', async () => {
  const email = 'forgot@halden.example'
  const { token: former } = await signUp(email)
  expect((await ask(email)).ok).toEqual({ success: true })
  const link = await tokenOf(email, resetSubject)
  const { token } = (await reset(link)).ok
  expect((await server.call('user.me', {}, token)).ok.user.email).toBe(email)
  const { entries } = (await server.call('audit.list', { query: { action: 'password_changed' } }, token)).ok
  expect(entries).toMatchObject([{ details: { isReset: true }, address: '127.0.0.1' }])
  await expect.poll(async () => (await server.call('user.me', {}, former)).status, { timeout: 5000 }).toBe(401)
  expect((await logIn(email, password)).error.code).toBe('wrong_credentials')
  expect((await logIn(email, 'a new password')).status).toBe(200)
  expect((await reset(link)).error.code).toBe('link_used')
})

test('an unknown address gets the same response, and nobody gets an email', async () => {
  expect((await ask('nobody@halden.example')).ok).toEqual({ success: true })
  await signUp('somebody@halden.example')
  await ask('somebody@halden.example')
  await tokenOf('somebody@halden.example', resetSubject)
  expect(await mailsTo('nobody@halden.example', resetSubject)).toEqual([])
})

test('a second email invalidates the link of the first', async () => {
  const email = 'twice@halden.example'
  await signUp(email)
  await ask(email)
  const first = await tokenOf(email, resetSubject)
  await ask(email)
  const second = await tokenOf(email, resetSubject, 2)
  expect(second).not.toBe(first)
  expect((await reset(first)).error.code).toBe('link_used')
  expect((await reset(second)).status).toBe(200)
})

test('a mailbox gets at most five links an hour', async () => {
  const email = 'flooded@halden.example'
  await signUp(email)
  for (let i = 0; i < 7; i++) expect((await ask(email)).status).toBe(200)
  await tokenOf(email, resetSubject, 5)
})

test('the link alone does not replace the second factor, and a wrong code does not consume it', async () => {
  const email = 'factor@halden.example'
  const { token: session } = await signUp(email)
  const { secret } = (await server.call('twoFactor.start', { body: { password } }, session)).ok
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { recoveryCodes } = (await server.call('twoFactor.confirm', { body: { code } }, session)).ok
  const recoveryCode = recoveryCodes[0] ?? ''
  await ask(email)
  const link = await tokenOf(email, resetSubject)
  expect((await reset(link)).error.code).toBe('two_factor_needed')
  expect((await reset(link, 'a new password', '000000')).error.code).toBe('wrong_code')
  expect((await reset(link, 'a new password', recoveryCode)).status).toBe(200)
})

test('signing up emails a link that confirms the address of the signed-in person, and of nobody else', async () => {
  const email = 'confirm@halden.example'
  const { token } = await signUp(email)
  const stranger = await signUp('stranger@halden.example')
  const link = await tokenOf(email, confirmSubject)
  const confirm = (by: string) => server.call('user.confirmEmail', { body: { token: link } }, by)
  expect((await confirm(stranger.token)).error.code).toBe('link_used')
  expect((await confirm(token)).ok.user.isEmailConfirmed).toBe(true)
  expect((await confirm(token)).error.code).toBe('link_used')
})

test('a new address is pending until its link is opened, and the current one is notified', async () => {
  const [email, next] = ['old@halden.example', 'new@halden.example']
  const { token } = await signUp(email)
  const change = (body: Record<string, string>) => server.call('user.updateMe', { body }, token)
  const unproved = await change({ email: next, jobTitle: 'Lead' })
  expect(unproved.error).toMatchObject({ code: 'wrong_password', errors: [{ field: 'passwordOld' }] })
  expect((await server.call('user.me', {}, token)).ok.user.jobTitle).toBeNull()
  const { user } = (await change({ email: next, passwordOld: password })).ok
  expect(user).toMatchObject({ email, pendingEmail: next })
  expect((await logIn(next, password)).status).toBe(422)
  const notice = async () => (await mailsTo(email, 'Your email is about to change')).length
  await expect.poll(notice, { timeout: 10_000 }).toBe(1)
  const link = await tokenOf(next, confirmSubject)
  const confirmed = (await server.call('user.confirmEmail', { body: { token: link } }, token)).ok.user
  expect(confirmed).toMatchObject({ email: next, pendingEmail: null, isEmailConfirmed: true })
  expect((await logIn(next, password)).status).toBe(200)
  expect((await logIn(email, password)).status).toBe(422)
})

test('entering the current address cancels the change and invalidates its link', async () => {
  const { token } = await signUp('back@halden.example')
  const change = (body: Record<string, string>) => server.call('user.updateMe', { body }, token)
  await change({ email: 'wanted@halden.example', passwordOld: password })
  const link = await tokenOf('wanted@halden.example', confirmSubject)
  expect((await change({ email: 'back@halden.example' })).ok.user.pendingEmail).toBeNull()
  expect((await server.call('user.confirmEmail', { body: { token: link } }, token)).error.code).toBe('link_used')
})

test('an address that has an account by then is not taken over', async () => {
  const { token } = await signUp('first@halden.example')
  const wanted = 'late@halden.example'
  await server.call('user.updateMe', { body: { email: wanted, passwordOld: password } }, token)
  const link = await tokenOf(wanted, confirmSubject)
  await signUp(wanted)
  expect((await server.call('user.confirmEmail', { body: { token: link } }, token)).error.code).toBe('email_taken')
  const taken = await server.call('user.updateMe', { body: { email: wanted, passwordOld: password } }, token)
  expect(taken.error.errors).toEqual([{ field: 'email', message: 'An account with this email already exists' }])
})

test('a new password invalidates the links that were emailed before', async () => {
  const { token, user } = await signUp('links@halden.example')
  const issue = (purpose: 'log-in' | 'reset-password') =>
    issueOneUseToken(server.db, { purpose, userId: user.id, lifetimeMs: 60_000 })
  const [resetLink, logInLink] = [await issue('reset-password'), await issue('log-in')]
  const body = { passwordOld: password, passwordNew: 'another password', passwordConfirm: 'another password' }
  expect((await server.call('user.updateMe', { body }, token)).status).toBe(200)
  expect((await reset(resetLink)).error.code).toBe('link_used')
  expect((await server.call('session.logIn', { body: { token: logInLink } })).error.code).toBe('link_used')
})
