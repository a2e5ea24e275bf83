import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'
import { hashPassword } from '../sign-in/password.ts'
import { buildUser } from '../user.builder.ts'

const server = await startTestServer()
const password = 'correct horse battery'
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

const account = () => buildUser(server.db, { passwordHash })

const logIn = (email: string, given = password) => server.call('session.logIn', { body: { email, password: given } })
const logInWith = (token: string) => server.call('session.logIn', { body: { token } })
const mailedToken = (userId: string) => issueOneUseToken(server.db, { purpose: 'log-in', userId, lifetimeMs: 60_000 })

test('a one-use token signs in once', async () => {
  const { id, email } = await account()
  const token = await mailedToken(id)
  const { user } = (await logInWith(token)).ok
  expect(user.email).toBe(email)
  const again = await logInWith(token)
  expect(again.status).toBe(422)
  expect(again.error).toMatchObject({ code: 'link_used', error: 'This link has expired or was already used' })
})

test('no session starts with a password that is being changed', async () => {
  const { id, email } = await account()
  const nextHash = await hashPassword('a new password')
  const attempt = await server.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ password_hash: nextHash }).where('id', '=', id).execute()
    const answer = logIn(email)
    await expect.poll(() => countWaiting(), { timeout: 10_000 }).toBe(1)
    await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
    return { answer }
  })
  expect((await attempt.answer).error.code).toBe('wrong_credentials')
  const { rows } = await sql`select from sessions where user_id = ${id}`.execute(server.db)
  expect(rows).toHaveLength(0)
})

/** Statements that wait for another transaction. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(server.db)
  return rows[0]?.count ?? 0
}

test('no password signs in to an account without password', async () => {
  const { id } = await buildUser(server.db)
  const { email } = await server.db.selectFrom('users').where('id', '=', id).select('email').executeTakeFirstOrThrow()
  await server.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
  for (const given of ['the password of nobody', 'null']) {
    expect((await logIn(email, given)).error.code).toBe('wrong_credentials')
  }
})

test('a session opens in the company last used, as long as that is possible', async () => {
  const person = await account()
  const [first, second, third] = [
    await buildCompany(server.db),
    await buildCompany(server.db),
    await buildCompany(server.db),
  ]
  for (const company of [first, second, third]) await buildMember(server.db, company, { user: person })
  const opened = async () => (await logIn(person.email)).ok.user.company?.id
  expect(await opened()).toBe(first.id)
  const token = await server.signIn(person, second)
  await server.call('session.logOut', {}, token)
  expect(await opened(), 'also after signing out').toBe(second.id)
  await server.signIn(person, second)
  await server.db.updateTable('companies').set({ is_activated: false }).where('id', '=', second.id).execute()
  expect(await opened(), 'not in a deactivated company').toBe(first.id)
  const memberships = server.db.updateTable('company_members').where('user_id', '=', person.id)
  await memberships.set({ status: 'deactivated' }).where('company_id', '=', first.id).execute()
  expect(await opened(), 'not where the person is deactivated').toBe(third.id)
  await memberships.set({ status: 'deactivated' }).where('company_id', '=', third.id).execute()
  await server.db.updateTable('users').set({ last_company_id: first.id }).where('id', '=', person.id).execute()
  expect(await opened(), 'rather in a deactivated company than where the person is deactivated').toBe(second.id)
  await memberships.set({ status: 'deactivated' }).execute()
  expect(await opened(), 'sign-in still works, to show the state').toBeDefined()
  await server.db.deleteFrom('company_members').where('user_id', '=', person.id).execute()
  const { user, companies } = (await logIn(person.email)).ok
  expect(user.company).toBeNull()
  expect(companies).toEqual([])
})

test('the live sessions are listed with device, company and last use, last used first', async () => {
  const person = await account()
  const company = await buildCompany(server.db)
  await buildMember(server.db, company, { user: person })
  const old = await server.signIn(person, company)
  const response = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    },
    body: JSON.stringify({ email: person.email, password }),
  })
  const { token } = (await response.json()) as { token: string }
  await sql`insert into sessions (id, token_hash, user_id, expires_at)
    values (gen_random_uuid(), sha256(${person.id}::text::bytea), ${person.id}, now() - interval '1 day')`.execute(
    server.db,
  )
  const { sessions } = (await server.call('session.list', {}, token)).ok
  expect(sessions).toMatchObject([
    { device: 'Firefox on Windows', isCurrent: true, kind: 'web' },
    { device: 'Unknown device', isCurrent: false },
  ])
  expect(sessions[0]?.lastUsedAt).toMatch(/Z$/)
  const kept = await sql<{ address: string }>`select host(address) as address from sessions
    where user_id = ${person.id} and user_agent like '%Firefox%'`.execute(server.db)
  expect(kept.rows).toEqual([{ address: '127.0.0.1' }])
  expect((await server.call('session.list', {}, old)).ok.sessions.find(({ isCurrent }) => isCurrent)?.device).toBe(
    'Unknown device',
  )
})

test('a session can be ended, and is refused within five seconds; others cannot access it', async () => {
  const person = await account()
  const [mine, lost] = [await server.signIn(person, null), await server.signIn(person, null)]
  expect((await server.call('user.me', {}, lost)).status).toBe(200)
  const { sessions } = (await server.call('session.list', {}, mine)).ok
  const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
  const stranger = await server.signIn(await account(), null)
  for (const foreign of [id, 'k3k3k3k3k3', "x' or 1=1"]) {
    expect((await server.call('session.end', { params: { id: foreign } }, stranger)).status).toBe(404)
  }
  expect((await server.call('session.end', { params: { id } }, mine)).ok).toEqual({ success: true })
  await expect.poll(async () => (await server.call('user.me', {}, lost)).status, { timeout: 5000 }).toBe(401)
  expect((await server.call('user.me', {}, mine)).status).toBe(200)
  expect((await server.call('session.end', { params: { id } }, mine)).status).toBe(404)
})

test('signing out everywhere else leaves only this session', async () => {
  const person = await account()
  const tokens = [
    await server.signIn(person, null),
    await server.signIn(person, null),
    await server.signIn(person, null),
  ]
  const [mine = '', ...others] = tokens
  const somebody = await server.signIn(await account(), null)
  expect((await server.call('session.endOthers', {}, mine)).status).toBe(200)
  for (const other of others) {
    await expect.poll(async () => (await server.call('user.me', {}, other)).status, { timeout: 5000 }).toBe(401)
  }
  for (const token of [mine, somebody]) expect((await server.call('user.me', {}, token)).status).toBe(200)
})

test('a ticket belongs to the session that requested it', async () => {
  const person = await account()
  const session = await server.signIn(person, null)
  const { token } = (await server.call('session.ticket', {}, session)).ok
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await logInWith(token)).error.code).toBe('link_used')
  expect((await server.call('user.me', {}, token)).status).toBe(401)
})

test('no part of a password or token appears in the log or in the error', async () => {
  const { email } = await account()
  const secret = 'a wrong password to look for'
  const answer = await logIn(email, secret)
  expect(JSON.stringify(answer.error)).not.toContain(secret)
})

test('a credential that is neither a password nor a token is refused', async () => {
  for (const body of [{}, { email: 'a@halden.example' }, { token: '' }, { token: 1 }, null, []]) {
    const answer = await server.call('session.logIn', { body: body as never })
    expect(answer.status).toBe(422)
  }
})
