import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildUser } from '../user.builder.ts'

const server = await startTestServer()

const person = async () => {
  const user = await buildUser(server.db)
  const company = await buildCompany(server.db)
  await buildMember(server.db, company, { user })
  return { user, company, token: await server.signIn(user, company) }
}
const ticketOf = async (token: string) => (await server.call('session.extensionTicket', {}, token)).ok.token
const connect = (ticket: string) => server.call('session.connectExtension', { body: { ticket } })

test('a ticket opens one session of the extension, which is listed and can be ended separately', async () => {
  const { company, token } = await person()
  const ticket = await ticketOf(token)
  const { token: own, user } = (await connect(ticket)).ok
  expect(user.company?.id).toBe(company.id)
  expect((await connect(ticket)).error.code).toBe('link_used')
  const { sessions } = (await server.call('session.list', {}, token)).ok
  expect(sessions.map(({ kind }) => kind).sort()).toEqual(['extension', 'web'])

  await server.call('session.logOut', {}, token)
  expect((await server.call('user.me', {}, own)).status, 'it outlives the page’s session').toBe(200)
  await server.call('session.logOut', {}, own)
  expect((await server.call('user.me', {}, own)).status).toBe(401)
})

test('no other token opens one, and a ticket opens nothing else', async () => {
  const { token } = await person()
  const socket = (await server.call('session.ticket', {}, token)).ok.token
  expect((await connect(socket)).error.code).toBe('link_used')
  const ticket = await ticketOf(token)
  expect((await server.call('session.logIn', { body: { token: ticket } })).error.code).toBe('link_used')
})

test('a ticket ends with the session that requested it, with its company and after a minute', async () => {
  const { user, token } = await person()
  const ofEnded = await ticketOf(token)
  await server.call('session.logOut', {}, token)
  expect((await connect(ofEnded)).error.code).toBe('link_used')

  const other = await buildCompany(server.db)
  await buildMember(server.db, other, { user })
  const next = await server.signIn(user, other)
  const ofRemoved = await ticketOf(next)
  await sql`update sessions set company_id = null where user_id = ${user.id}`.execute(server.db)
  expect((await connect(ofRemoved)).error.code).toBe('link_used')

  const late = await person()
  const ofLate = await ticketOf(late.token)
  await sql`update one_use_tokens set expires_at = now() where user_id = ${late.user.id}`.execute(server.db)
  expect((await connect(ofLate)).error.code).toBe('link_used')
})

test('connecting makes no session look like a fresh sign-in', async () => {
  const { user, token } = await person()
  await sql`update sessions set created_at = now() - interval '3 days' where user_id = ${user.id}`.execute(server.db)
  const own = (await connect(await ticketOf(token))).ok.token
  const { sessions } = (await server.call('session.list', {}, own)).ok
  const mine = sessions.find(({ isCurrent }) => isCurrent)
  expect(Date.now() - Date.parse(mine?.createdAt ?? '')).toBeGreaterThan(2 * 86_400_000)
})
