import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildApiKey } from '../user/api-key/api-key.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { toCsv } from './audit-csv.ts'
import { deleteOldAuditEntries, insertAuditEntry } from './audit.queries.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const token = await server.signIn(company.owner, company)
const newest = async () => (await server.call('audit.list', { query: { limit: '1' as never } }, token)).ok.entries[0]

describe('the log', () => {
  test('keeps what a deleted article was called, and where the request came from', async () => {
    const workspace = await buildWorkspace(db, { company, owner: company.owner })
    const article = await buildArticle(db, { workspace, author: company.owner, title: 'Escalation policy' })
    await server.call('article.remove', { params: { id: article.shortId } }, token)
    expect(await newest()).toMatchObject({
      action: 'article_deleted',
      subject: { kind: 'article', id: article.id, title: 'Escalation policy' },
      address: '127.0.0.1',
    })
  })

  test('names the API key that acted, also after it was revoked', async () => {
    const workspace = await buildWorkspace(db, { company, owner: company.owner })
    const article = await buildArticle(db, { workspace, author: company.owner })
    const key = await buildApiKey(db, { user: company.owner, company, scope: 'write' })
    await server.call('article.remove', { params: { id: article.shortId } }, key.token)
    await db.deleteFrom('api_keys').where('id', '=', key.id).execute()
    expect(await newest()).toMatchObject({ action: 'article_deleted', details: { apiKey: 'Release notes' } })
  })

  test('records a link that is made public, and nothing of a call that is refused', async () => {
    const workspace = await buildWorkspace(db, { company, owner: company.owner })
    const article = await buildArticle(db, { workspace, author: company.owner })
    const share = { params: { id: article.id }, body: { id: article.id, shared: true } }
    await server.call('share.save', share as never, token)
    expect(await newest()).toMatchObject({ action: 'public_link_changed', details: { shared: true } })
    const stranger = await buildCompany(db)
    const refused = await server.call('share.save', share as never, await server.signIn(stranger.owner, stranger))
    expect(refused.status).toBe(404)
    const { entries } = (await server.call('audit.list', {}, await server.signIn(stranger.owner, stranger))).ok
    expect(entries.map(({ action }) => action)).toEqual(['signed_in', 'signed_in'])
  })

  test('is seen by owner and administrators of the company only', async () => {
    for (const [role, status] of [
      ['admin', 200],
      ['moderator', 403],
      ['user', 403],
    ] as const) {
      const member = await server.signIn(await buildMember(db, company, { role }), company)
      expect((await server.call('audit.list', {}, member)).status).toBe(status)
    }
  })

  test('is read in pages, and filtered by words, action, person and day', async () => {
    const aalborg = await buildCompany(db, { title: 'Aalborg' })
    const owner = await server.signIn(aalborg.owner, aalborg)
    for (let index = 0; index < 5; index++)
      await insertAuditEntry(db, {
        action: 'ai_switched',
        companyId: aalborg.id,
        userId: aalborg.owner.id,
        subject: { kind: 'company', id: aalborg.id, title: `Round ${index}` },
      })
    const list = async (query: object) => (await server.call('audit.list', { query: query as never }, owner)).ok
    const first = await list({ limit: '3' })
    const second = await list({ limit: '3', before: first.next })
    expect([...first.entries, ...second.entries].map(({ subject }) => subject?.title)).toEqual([
      'Round 4',
      'Round 3',
      'Round 2',
      'Round 1',
      'Round 0',
      undefined,
    ])
    expect(second.next).toBeNull()
    expect((await list({ q: 'ROUND 2' })).entries).toHaveLength(1)
    expect((await list({ q: '%' })).entries).toHaveLength(0)
    expect((await list({ action: 'signed_in' })).entries).toHaveLength(1)
    expect((await list({ userId: newId() })).entries).toHaveLength(0)
    const today = new Date().toISOString().slice(0, 10)
    expect((await list({ from: today, to: today })).entries).toHaveLength(6)
    expect((await list({ to: '2020-01-01' })).entries).toHaveLength(0)
  })
})

describe('an entry', () => {
  test('can be neither changed nor deleted for a year', async () => {
    await expect(sql`update audit_entries set user_name = 'Nobody'`.execute(db)).rejects.toThrow('kept unchanged')
    await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow('kept unchanged')
    await expect(sql`truncate audit_entries`.execute(db)).rejects.toThrow('kept unchanged')
    const again = sql`
      insert into audit_entries (id, action) select id, action from audit_entries limit 1
      on conflict (id) do update set user_name = 'Nobody'`
    await expect(again.execute(db)).rejects.toThrow('kept unchanged')
    // A connection that turns off ordinary triggers.
    const asReplica = db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`delete from audit_entries`.execute(trx)
    })
    await expect(asReplica).rejects.toThrow('kept unchanged')
  })

  test('outlives the people and the company that it is about', async () => {
    const { rows } = await sql`
      select from pg_constraint where contype = 'f' and 'audit_entries'::regclass in (conrelid, confrelid)`.execute(db)
    expect(rows).toEqual([])
  })

  test('is deleted after a year', async () => {
    await sql`
      insert into audit_entries (id, occurred_at, action)
      values (${newId()}, now() - interval '366 days', 'signed_in'), (${newId()}, now() - interval '364 days', 'signed_in')
    `.execute(db)
    expect(await deleteOldAuditEntries(db, 100)).toBe(1)
  })
})

test('the file for spreadsheets quotes its cells, and none is a formula', () => {
  const csv = toCsv([
    {
      id: '1',
      occurredAt: '2026-11-21T10:00:00.000Z',
      action: 'role_changed',
      company: { id: 'c', title: 'Halden "Systems", Ltd' },
      user: { id: 'u', name: '=HYPERLINK("http://x")' },
      operator: null,
      subject: null,
      before: {},
      details: { role: 'admin' },
      address: null,
      device: null,
    },
  ])
  expect(csv.split('\r\n')[1]).toBe(
    `"2026-11-21T10:00:00.000Z","'=HYPERLINK(""http://x"")","","role_changed","","","{""role"":""admin""}","Halden ""Systems"", Ltd","",""`,
  )
})
