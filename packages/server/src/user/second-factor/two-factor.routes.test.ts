import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { authenticatorApp } from './authenticator-app.fixture.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'
import { hashPassword } from '../sign-in/password.ts'
import { handOverSession, switchSession } from '../session/switch-session.ts'
import { buildUser } from '../user.builder.ts'

const server = await startTestServer()
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)

async function account({ hasPassword = true } = {}) {
  const user = await buildUser(server.db, { passwordHash: hasPassword ? passwordHash : null })
  return { ...user, token: await server.signIn(user, null) }
}

async function withTwoFactor() {
  const person = await account()
  const started = (await server.call('twoFactor.start', { body: { password } }, person.token)).ok
  const code = authenticatorApp(started.secret)
  const { recoveryCodes } = (await server.call('twoFactor.confirm', { body: { code: code(-1) } }, person.token)).ok
  return { ...person, code, recoveryCodes }
}

test('two-factor is on once a first code has shown that the app has the secret', async () => {
  const { token, email } = await account()
  const state = async () => (await server.call('twoFactor.get', {}, token)).ok
  expect(await state()).toEqual({ isOn: false, recoveryCodesLeft: 0, hasPassword: true })
  const { secret, address } = (await server.call('twoFactor.start', { body: { password } }, token)).ok
  expect(address).toContain('otpauth://totp/Knowreel:')
  expect(address).toContain(`secret=${secret}`)
  expect(decodeURIComponent(address)).toContain(email)
  expect(await state()).toMatchObject({ isOn: false })
  expect((await server.call('session.logIn', { body: { email, password } })).status).toBe(200)
  const wrong = await server.call('twoFactor.confirm', { body: { code: '000000' } }, token)
  expect(wrong.error.code).toBe('wrong_code')
  const { recoveryCodes } = (
    await server.call('twoFactor.confirm', { body: { code: authenticatorApp(secret)(0) } }, token)
  ).ok
  expect(recoveryCodes).toHaveLength(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
  expect(await state()).toEqual({ isOn: true, recoveryCodesLeft: 10, hasPassword: true })
})

test('from then on a password alone is not enough, and neither is an emailed token', async () => {
  const { id, email, code, recoveryCodes } = await withTwoFactor()
  const needed = await server.call('session.logIn', { body: { email, password } })
  expect(needed.status).toBe(422)
  expect(needed.error.code).toBe('two_factor_needed')
  const wrong = await server.call('session.logIn', { body: { email, password, code: '000000' } })
  expect(wrong.error).toMatchObject({
    code: 'wrong_code',
    errors: [{ field: 'code', message: 'Wrong code' }],
  })
  expect((await server.call('session.logIn', { body: { email, password, code: code(0) } })).status).toBe(200)
  const twice = await server.call('session.logIn', { body: { email, password, code: code(0) } })
  expect(twice.error.code, 'no code works twice').toBe('wrong_code')
  const recovery = { email, password, code: recoveryCodes[0] ?? '' }
  expect((await server.call('session.logIn', { body: recovery })).status).toBe(200)
  expect((await server.call('session.logIn', { body: recovery })).error.code).toBe('wrong_code')
  const token = await issueOneUseToken(server.db, { purpose: 'log-in', userId: id, lifetimeMs: 60_000 })
  expect((await server.call('session.logIn', { body: { token } })).error.code).toBe('two_factor_needed')
  expect((await server.call('session.logIn', { body: { token, code: code(1) } })).status).toBe(200)
  const sessions = await sql<{
    count: number
  }>`select count(*)::int as count from sessions where user_id = ${id}`.execute(server.db)
  expect(sessions.rows[0]?.count, 'a refused sign-in opens nothing').toBe(4)
})

test('without the password, nobody learns whether two-factor is on', async () => {
  const { email, code } = await withTwoFactor()
  const answer = await server.call('session.logIn', { body: { email, password: 'wrong password', code: code(0) } })
  expect(answer.error.code).toBe('wrong_credentials')
})

test('setting up, renewing codes and turning off require the password', async () => {
  const { token } = await withTwoFactor()
  const { token: other } = await account()
  for (const body of [{}, { password: '' }, { password: 'wrong password' }]) {
    expect((await server.call('twoFactor.start', { body }, other)).error.code).toBe('wrong_password')
    expect((await server.call('twoFactor.renewRecoveryCodes', { body }, token)).error.code).toBe('wrong_password')
    expect((await server.call('twoFactor.turnOff', { body }, token)).error.code).toBe('wrong_password')
  }
})

test('a person without a password needs a sign-in within the last ten minutes', async () => {
  const { id, token } = await account({ hasPassword: false })
  expect((await server.call('twoFactor.get', {}, token)).ok.hasPassword).toBe(false)
  expect((await server.call('twoFactor.start', { body: {} }, token)).status).toBe(200)
  await sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`.execute(server.db)
  const refused = await server.call('twoFactor.start', { body: {} }, token)
  expect(refused.status).toBe(422)
  expect(refused.error.code).toBe('sign_in_again')
})

test('new recovery codes invalidate the previous ones', async () => {
  const { email, token, recoveryCodes } = await withTwoFactor()
  const renewed = (await server.call('twoFactor.renewRecoveryCodes', { body: { password } }, token)).ok.recoveryCodes
  const logIn = (code = '') => server.call('session.logIn', { body: { email, password, code } })
  expect((await logIn(recoveryCodes[0])).error.code).toBe('wrong_code')
  expect((await logIn(renewed[0])).status).toBe(200)
  expect((await server.call('twoFactor.get', {}, token)).ok.recoveryCodesLeft).toBe(9)
})

test('after turning off, the password is enough again and all its data is gone', async () => {
  const { id, email, token } = await withTwoFactor()
  expect((await server.call('twoFactor.turnOff', { body: { password } }, token)).ok).toEqual({ success: true })
  expect((await server.call('session.logIn', { body: { email, password } })).status).toBe(200)
  expect((await server.call('twoFactor.turnOff', { body: { password } }, token)).error.code).toBe('two_factor_is_off')
  const left = await sql`select 1 from two_factors where user_id = ${id} union all
    select 1 from recovery_codes where user_id = ${id}`.execute(server.db)
  expect(left.rows).toEqual([])
})

test('it cannot be set up again while it is on', async () => {
  const { token } = await withTwoFactor()
  const answer = await server.call('twoFactor.start', { body: { password } }, token)
  expect(answer.status).toBe(409)
  expect(answer.error.code).toBe('two_factor_is_on')
  expect((await server.call('twoFactor.confirm', { body: { code: '000000' } }, token)).error.code).toBe(
    'two_factor_is_on',
  )
})

test('a moved session is as old as the sign-in behind it, and needs no second code', async () => {
  const person = await withTwoFactor()
  const company = await buildCompany(server.db)
  await buildMember(server.db, company, { user: person })
  await sql`update users set password_hash = null where id = ${person.id}`.execute(server.db)
  await sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${person.id}`.execute(
    server.db,
  )
  const sessionId = (await server.call('session.list', {}, person.token)).ok.sessions[0]?.id ?? ''
  const actor = { userId: person.id, sessionId, isSuperAdmin: false, company: null }
  const handedOver = await handOverSession(server.db, actor)
  const elsewhere = (await server.call('session.logIn', { body: { token: handedOver } })).ok.token
  const moved = await switchSession(server.db, actor, company.id)
  for (const token of [elsewhere, moved])
    expect((await server.call('twoFactor.turnOff', { body: {} }, token)).error.code).toBe('sign_in_again')
})

test('if email is configured, it requires a confirmed address: nobody can lock others out of theirs', async () => {
  const mailing = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const user = await buildUser(mailing.db, { passwordHash })
  const token = await mailing.signIn(user, null)
  const start = () => mailing.call('twoFactor.start', { body: { password } }, token)
  expect((await start()).error.code).toBe('email_not_confirmed')
  await sql`update users set email_confirmed_at = now() where id = ${user.id}`.execute(mailing.db)
  expect((await start()).status).toBe(200)
})
