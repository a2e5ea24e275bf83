/**
 * The stream sockets on the port of the API: who is admitted by a ticket. Their messages are tested in
 * platform/sockets.
 */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { startTestServer } from '../../test/server.ts'
import { StreamClient } from '../../test/clients/stream-client.ts'
import type { Member } from '../access/index.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { defineStream } from '../platform/sockets/index.ts'

const echo = defineStream<Member, { word: string }>({
  name: 'echo',
  data: z.object({ word: z.string() }),
  authorise: async () => {},
  recheck: async (open) => new Set(open.map(({ id }) => id)),
  keyOf: (actor, { word }) => `${actor.userId} ${word}`,
  generate: async (actor, { word }) => ({ word, userId: actor.userId }),
})

const server = await startTestServer({ streams: [echo] })
const company = await buildCompany(server.db)
const member = await buildMember(server.db, company)
const token = await server.signIn(member, company)

const ticketOf = async (by: string) => (await server.call('session.ticket', {}, by)).ok.token
const connect = (ticket: string, stream = 'echo') => {
  const client = new StreamClient(server.url, stream, ticket)
  onTestFinished(() => client.ws.terminate())
  return client
}
const refusal = { code: 3002, reason: 'Please sign in' }

test('a ticket opens one socket, for the person who requested it', async () => {
  const ticket = await ticketOf(token)
  const client = connect(ticket)
  await client.send({ type: 'start', data: { word: 'hello' } })
  expect(await client.closed).toMatchObject({ code: 3001 })
  expect(client.received).toEqual([{ type: 'result', data: { word: 'hello', userId: member.id } }])
  expect(await connect(ticket).closed).toMatchObject(refusal)
})

test('of two concurrent sockets with one ticket, one is admitted', async () => {
  const ticket = await ticketOf(token)
  const clients = [connect(ticket), connect(ticket)]
  await Promise.all(clients.map((client) => client.send({ type: 'start', data: { word: 'race' } })))
  const codes = await Promise.all(clients.map(async ({ closed }) => (await closed).code))
  expect(new Set(codes)).toEqual(new Set([3001, 3002]))
})

test('neither a session token nor an old, forged or missing ticket opens one', async () => {
  const old = await ticketOf(token)
  await sql`update one_use_tokens set expires_at = now() where purpose = 'ticket'`.execute(server.db)
  for (const ticket of [token, old, 'made-up', '']) expect(await connect(ticket).closed).toMatchObject(refusal)
})

test('a ticket ends with its session at the latest', async () => {
  const other = await server.signIn(member, company)
  const ticket = await ticketOf(other)
  await server.call('session.logOut', {}, other)
  expect(await connect(ticket).closed).toMatchObject(refusal)
})

test('a person whose company is unpaid gets that reason, unless they own it', async () => {
  const unpaid = await buildCompany(server.db, { isBilling: true })
  const ticket = await ticketOf(await server.signIn(await buildMember(server.db, unpaid), unpaid))
  expect(await connect(ticket).closed).toMatchObject({
    code: 3002,
    reason: 'The company has no active subscription',
  })
})

test('an unknown stream is reported and does not consume the ticket', async () => {
  const ticket = await ticketOf(token)
  expect(await connect(ticket, 'ai-music').closed).toMatchObject({ code: 3002, reason: 'Not found' })
  const client = connect(ticket)
  await client.send({ type: 'start', data: { word: 'still good' } })
  expect((await client.closed).code).toBe(3001)
})

test('other paths are no sockets', async () => {
  const client = new StreamClient(server.url, '../sockets/echo', 'x')
  expect((await client.closed).code).toBe(1006)
})
