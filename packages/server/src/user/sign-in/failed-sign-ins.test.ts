import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { authenticatorApp } from '../second-factor/authenticator-app.fixture.ts'
import { buildUser } from '../user.builder.ts'
import { issueOneUseToken } from './one-use-token.ts'
import { hashPassword } from './password.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await server.signIn(company.owner, company)
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const aMember = async () => buildMember(db, company, { user: await buildUser(db, { passwordHash }) })
const logIn = (body: object) => server.call('session.logIn', { body: body as never })
const entriesOf = async ({ id }: { id: string }) =>
  (await server.call('audit.list', { query: { userId: id, action: 'sign_in_failed' } }, owner)).ok.entries
const countAll = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from audit_entries`.execute(db)).rows[0]?.count

describe('a failed sign-in', () => {
  test('of an account is in the log of its company, with its origin and without the password', async () => {
    const user = await aMember()
    expect((await logIn({ email: user.email.toUpperCase(), password: 'hunter2-hunter2' })).status).toBe(422)
    const entries = await entriesOf(user)
    expect(entries).toMatchObject([
      { action: 'sign_in_failed', user: { id: user.id }, address: '127.0.0.1', details: { reason: 'password' } },
    ])
    const { rows } = await sql<{ text: string }>`select e::text as text from audit_entries e`.execute(db)
    expect(rows.map(({ text }) => text).join()).not.toContain('hunter2')
  })

  test('with an unknown address leaves nothing', async () => {
    const before = await countAll()
    expect((await logIn({ email: 'nobody-here@example.com', password })).status).toBe(422)
    expect(await countAll()).toBe(before)
  })

  test('with a wrong code of the second factor says so, after a password and after a link', async () => {
    const user = await aMember()
    const token = await server.signIn(user, company)
    const { secret } = (await server.call('twoFactor.start', { body: { password } }, token)).ok
    await server.call('twoFactor.confirm', { body: { code: authenticatorApp(secret)(0) } }, token)
    expect((await logIn({ email: user.email, password })).error.code).toBe('two_factor_needed')
    expect(await entriesOf(user)).toEqual([])
    const code = authenticatorApp(secret)(-20)
    expect((await logIn({ email: user.email, password, code })).error.code).toBe('wrong_code')
    const link = await issueOneUseToken(db, { purpose: 'log-in', userId: user.id, lifetimeMs: 60_000 })
    expect((await logIn({ token: link, code })).error.code).toBe('wrong_code')
    expect((await entriesOf(user)).map(({ details }) => details)).toEqual([{ reason: 'code' }, { reason: 'code' }])
    expect(JSON.stringify(await entriesOf(user))).not.toContain(code)
  })

  test('is recorded at most ten times per account and hour, also when many arrive together', async () => {
    const [user, other] = [await aMember(), await aMember()]
    const fail = (email: string) => logIn({ email, password: 'wrong password' })
    await Promise.all(Array.from({ length: 16 }, () => fail(user.email)))
    expect(await entriesOf(user)).toHaveLength(10)
    await fail(other.email)
    expect(await entriesOf(other)).toHaveLength(1)
    // The hour is over for nine of them. Only a test can change entries: the trigger's owner turns it off.
    await sql`alter table audit_entries disable trigger keep_audit_entries`.execute(db)
    await sql`
      update audit_entries set occurred_at = now() - interval '61 minutes' where id in (
        select id from audit_entries where user_id = ${user.id} and action = 'sign_in_failed' limit 9)`.execute(db)
    await sql`alter table audit_entries enable always trigger keep_audit_entries`.execute(db)
    for (let index = 0; index < 3; index++) await fail(user.email)
    expect(await entriesOf(user)).toHaveLength(13)
  })

  test('that is followed by a right one leaves both entries', async () => {
    const user = await aMember()
    await logIn({ email: user.email, password: 'wrong password' })
    expect((await logIn({ email: user.email, password })).status).toBe(200)
    const { entries } = (await server.call('audit.list', { query: { userId: user.id } }, owner)).ok
    expect(entries.map(({ action }) => action)).toEqual(['signed_in', 'sign_in_failed'])
  })
})
