/** The live socket: who may open it, who receives which messages, and when it closes. */
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { emitLive, type LiveEvent } from '../../platform/database/live-events.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { notificationKey } from './live-keys.ts'
import { LIVE_PATH, TICKET_PARAMETER } from '@knowreel/shared/socket/session-socket.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner })
const article = await buildArticle(db, { workspace, author: owner })
const draft = await buildDraft(db, { original: article, author: owner })

const ticketOf = async (token: string) => (await server.call('session.ticket', {}, token)).ok.token
async function open(user: { id: string }, of: { id: string } = company) {
  const token = await server.signIn(user, of)
  const client = new LiveClient(server.url, await ticketOf(token))
  onTestFinished(() => client.ws.terminate())
  await client.send({ type: 'ping' })
  await client.waitFor({ type: 'pong' })
  return { client, token }
}
const viewer = async () => {
  const user = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user, role: 'viewer' })
  return user
}
const emit = (event: LiveEvent) => db.transaction().execute((trx) => emitLive(trx, event))
const patience = { timeout: 20_000 }

test('a person is notified on every page of that company and on no other', async () => {
  const [user, other] = [await viewer(), await viewer()]
  const another = await buildCompany(db)
  await buildMember(db, another, { user })
  const [one, two, elsewhere, stranger] = await Promise.all([open(user), open(user), open(user, another), open(other)])
  await emit({ type: 'notification', keys: [notificationKey({ userId: user.id, companyId: company.id })] })
  for (const { client } of [one, two]) await client.waitFor({ type: 'notification' })
  // Events arrive in order, so the first event was not for these pages.
  await emit({
    type: 'notification',
    keys: [
      notificationKey({ userId: user.id, companyId: another.id }),
      notificationKey({ userId: other.id, companyId: company.id }),
    ],
  })
  for (const { client } of [elsewhere, stranger]) {
    await client.waitFor({ type: 'notification' })
    expect(client.count('notification')).toBe(1)
  }
})

test('an event of a transaction that is rolled back is never sent', async () => {
  const { client } = await open(await viewer())
  await client.send({ type: 'watch', articleId: article.id })
  await client.waitFor({ type: 'watching', articleId: article.id })
  await db
    .transaction()
    .execute(async (trx) => {
      await emitLive(trx, { type: 'comments', keys: [article.id] })
      throw new Error('changed its mind')
    })
    .catch(() => undefined)
  await emit({ type: 'reactions', keys: [article.id] })
  await client.waitFor({ type: 'reactions', articleId: article.id })
  expect(client.count('comments')).toBe(0)
})

test('a page that watches an article receives its comment events under the id it sent, until it stops watching', async () => {
  const { client } = await open(await viewer())
  for (const articleId of [article.shortId, article.id]) {
    await client.send({ type: 'watch', articleId })
    await client.waitFor({ type: 'watching', articleId })
  }
  await client.send({ type: 'unwatch', articleId: article.id })
  await client.send({ type: 'ping' })
  await expect.poll(() => client.count('pong'), patience).toBe(2)
  await emit({ type: 'comments', keys: [article.id] })
  await client.waitFor({ type: 'comments', articleId: article.shortId })
  await emit({ type: 'reactions', keys: [article.id] })
  await client.waitFor({ type: 'reactions', articleId: article.shortId })
  expect(client.received.filter(({ articleId }) => articleId === article.id)).toMatchObject([
    { type: 'watching', articleId: article.id },
  ])
})

test('an editor receives the article’s comment events on the page of its draft', async () => {
  const { client } = await open(owner)
  await client.send({ type: 'watch', articleId: draft.id })
  await client.waitFor({ type: 'watching', articleId: draft.id })
  await emit({ type: 'comments', keys: [article.id] })
  await client.waitFor({ type: 'comments', articleId: draft.id })
  expect(client.count('comments')).toBe(1)
})

test('an article one does not see cannot be watched, with the same response as for one that does not exist', async () => {
  const stranger = await buildMember(db, company)
  const elsewhere = await buildCompany(db)
  const nowhere = '00000000-0000-7000-8000-000000000000'
  for (const asker of [await open(stranger), await open(elsewhere.owner, elsewhere)]) {
    for (const articleId of [article.id, article.shortId, draft.id, nowhere, '../../..', '2'.repeat(10)]) {
      await asker.client.send({ type: 'watch', articleId })
      await asker.client.waitFor({ type: 'unwatched', articleId })
    }
    expect(asker.client.count('watching')).toBe(0)
  }
  const { client } = await open(await viewer())
  await client.send({ type: 'watch', articleId: draft.id })
  await client.waitFor({ type: 'unwatched', articleId: draft.id })
})

test('a person who loses access receives no more events of the article, and the socket closes when the session ends', async () => {
  const user = await viewer()
  const { client, token } = await open(user)
  await client.send({ type: 'watch', articleId: article.id })
  await client.waitFor({ type: 'watching', articleId: article.id })
  await db.deleteFrom('workspace_roles').where('user_id', '=', user.id).execute()
  await client.waitFor({ type: 'unwatched', articleId: article.id })
  await emit({ type: 'comments', keys: [article.id] })
  await emit({ type: 'notification', keys: [notificationKey({ userId: user.id, companyId: company.id })] })
  await client.waitFor({ type: 'notification' })
  expect(client.count('comments')).toBe(0)
  await server.call('session.logOut', {}, token)
  expect(await client.closed).toMatchObject({ code: 3002, reason: 'Please sign in' })
}, 30_000)

test('a recipient is notified within five seconds when they may only view, or comment again', async () => {
  const user = await buildMember(db, company)
  const share = { id: newId(), article_id: article.id, user_id: user.id }
  await db.insertInto('article_shares').values(share).execute()
  const { client } = await open(user)
  const { client: editor } = await open(owner)
  for (const each of [client, editor]) {
    await each.send({ type: 'watch', articleId: article.id })
    await each.waitFor({ type: 'watching', articleId: article.id, isViewOnly: false })
  }
  const token = await server.signIn(owner, company)
  for (const mayComment of [false, true]) {
    const counts = () => ['access', 'comments', 'reactions'].map((type) => client.count(type))
    const [access = 0, ...others] = counts()
    const body = { entityId: share.id, mayComment }
    const changed = await server.call('share.updateEntity', { params: { id: article.id }, body }, token)
    expect(changed.status).toBe(200)
    await expect.poll(counts, { timeout: 5000 }).toEqual([access + 1, ...others.map((count) => count + 1)])
    await client.waitFor({ type: 'access', articleId: article.id, isViewOnly: !mayComment })
  }
  expect(editor.count('access')).toBe(0)
}, 30_000)

test('a reader is notified when the article is published again, with the hash of the new content', async () => {
  const published = await buildArticle(db, { workspace, author: owner })
  const user = await viewer()
  const { client } = await open(user)
  const { client: editor } = await open(owner)
  const editorToken = await server.signIn(owner, company)
  const readHash = async () =>
    (await server.call('article.get', { params: { id: published.id } }, editorToken)).ok.article.hash
  const publish = (title: string) =>
    server.call('article.save', { params: { id: published.id }, body: { title, isPublish: true } }, editorToken)

  expect((await publish('Restart a gateway twice')).status).toBe(200)
  const former = await readHash()
  for (const each of [client, editor]) {
    await each.send({ type: 'watch', articleId: published.id })
    await each.waitFor({ type: 'watching', articleId: published.id, hash: former })
  }
  expect((await publish('Restart a gateway three times')).status).toBe(200)
  const hash = await readHash()
  expect(hash).not.toBe(former)
  for (const each of [client, editor]) await each.waitFor({ type: 'published', articleId: published.id, hash })
  expect(client.count('published')).toBe(1)

  await db.deleteFrom('workspace_roles').where('user_id', '=', user.id).execute()
  expect((await publish('A secret')).status).toBe(200)
  await editor.waitFor({ type: 'published', articleId: published.id, hash: await readHash() })
  await client.waitFor({ type: 'unwatched', articleId: published.id })
  expect(client.count('published'), 'without access').toBe(1)
}, 30_000)

test('a ticket opens one socket; anything else opens none', async () => {
  const token = await server.signIn(owner, company)
  const ticket = await ticketOf(token)
  const first = new LiveClient(server.url, ticket)
  onTestFinished(() => first.ws.terminate())
  await first.send({ type: 'ping' })
  await first.waitFor({ type: 'pong' })
  for (const bad of [ticket, token, '', 'made-up'])
    expect(await new LiveClient(server.url, bad).closed).toMatchObject({ code: 3002, reason: 'Please sign in' })
})

test.each(['nonsense', '{"type":"watch"}', '{"type":"watch","articleId":1}', '{"type":"start"}', 'x'.repeat(5000)])(
  'what is no message of ours ends the socket: %#',
  async (message) => {
    const { client } = await open(owner)
    await client.send(message)
    expect([1009, 3002]).toContain((await client.closed).code)
  },
)

test('a socket watches twenty articles at most', async () => {
  const { client } = await open(owner)
  const more = await Promise.all(Array.from({ length: 20 }, () => buildArticle(db, { workspace, author: owner })))
  for (const { id } of more) await client.send({ type: 'watch', articleId: id })
  await expect.poll(() => client.count('watching'), patience).toBe(20)
  await client.send({ type: 'watch', articleId: article.id })
  expect(await client.closed).toMatchObject({ code: 3002 })
})

test('a broken database connection is reopened, and everything counts as new', async () => {
  const { client } = await open(owner)
  await client.send({ type: 'watch', articleId: article.id })
  await client.waitFor({ type: 'watching', articleId: article.id })
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'knowreel live'
  `.execute(db)
  await client.waitFor({ type: 'notification' })
  await client.waitFor({ type: 'comments', articleId: article.id })
  await client.waitFor({ type: 'reactions', articleId: article.id })
  await emit({ type: 'comments', keys: [article.id] })
  await expect.poll(() => client.count('comments'), patience).toBe(2)
}, 30_000)

test('a thousand people are notified in one transaction', async () => {
  const { client } = await open(owner)
  const keys = Array.from({ length: 1000 }, () =>
    notificationKey({ userId: crypto.randomUUID(), companyId: company.id }),
  )
  await emit({ type: 'notification', keys: [...keys, notificationKey({ userId: owner.id, companyId: company.id })] })
  await client.waitFor({ type: 'notification' })
  expect(client.count('notification')).toBe(1)
})

type ReceivedMessage = { type: string; articleId?: string; hash?: string | null; isViewOnly?: boolean }

/** A client of the live socket that records what it receives. */
class LiveClient {
  readonly ws: WebSocket
  readonly received: ReceivedMessage[] = []
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(url: string, ticket: string) {
    const address = new URL(LIVE_PATH, url.replace(/^http/, 'ws'))
    address.searchParams.set(TICKET_PARAMETER, ticket)
    this.ws = new WebSocket(address)
    this.ws.on('message', (data) => this.received.push(JSON.parse(String(data as Buffer)) as ReceivedMessage))
    this.ws.on('error', () => {})
    this.closed = new Promise((resolve) =>
      this.ws.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
  }

  async send(message: unknown): Promise<void> {
    if (this.ws.readyState !== WebSocket.OPEN)
      await new Promise((resolve, reject) => this.ws.once('open', resolve).once('error', reject))
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  count(type: string): number {
    return this.received.filter((message) => message.type === type).length
  }

  /** A message with at least these fields. */
  async waitFor(message: ReceivedMessage): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.received.some((heard) => isDeepStrictEqual({ ...heard, ...message }, heard))) return
        throw new Error(`Heard ${JSON.stringify(this.received)} and not ${JSON.stringify(message)}`)
      },
      { timeout: 20_000 },
    )
  }
}
