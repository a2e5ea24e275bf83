import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NoteClient } from '../../../test/clients/note-client.ts'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { newFileKey, openFileStorage } from '../../platform/files/index.ts'
import { indexBatch } from '../../search/index/indexer.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildApiKey } from './api-key.builder.ts'

const server = await startTestServer()
const { db } = server

async function arrange() {
  const company = await buildCompany(db)
  const user = await buildMember(db, company)
  const token = await server.signIn(user, company)
  return { company, user, token }
}

const form = { name: ' Release notes ', scope: 'read', workspaceIds: null, expiresInDays: null } as const

test('a key is shown once and stored hashed', async () => {
  const { token, user } = await arrange()
  const created = (await server.call('apiKey.create', { body: { ...form, expiresInDays: 30 } }, token)).ok
  expect(created.token).toMatch(/^kr_[\w-]{43}$/)
  expect(created.key).toMatchObject({ name: 'Release notes', lastFour: created.token.slice(-4), lastUsedAt: null })
  const days = (Date.parse(created.key.expiresAt ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
  const listed = (await server.call('apiKey.list', {}, token)).ok
  expect(listed).toEqual({ isAllowed: true, keys: [created.key] })
  const { rows } = await sql<{ text: string }>`select to_jsonb(k)::text as text from api_keys k`.execute(db)
  expect(rows.map(({ text }) => text).join()).not.toContain(created.token.slice(3))
  const entries = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', user.id)
    .where('action', '=', 'api_key_created')
    .select('details')
    .execute()
  expect(entries).toEqual([{ details: { name: 'Release notes', scope: 'read', expiresInDays: 30 } }])
})

test('a key acts for its person in one company, and its last use is recorded', async () => {
  const { token, user, company } = await arrange()
  const other = await buildCompany(db)
  await buildMember(db, other, { user })
  const { token: key } = (await server.call('apiKey.create', { body: form }, token)).ok
  const me = (await server.call('user.me', {}, key)).ok
  expect(me.user.id).toBe(user.id)
  expect(me.companies.map(({ id }) => id)).toEqual([company.id])
  expect(me.user.companyIds).toEqual([company.id])
  expect((await server.call('apiKey.list', {}, token)).ok.keys[0]?.lastUsedAt).not.toBeNull()
})

test('a key has no rights of a super admin, and does not say that its person has them', async () => {
  const { token, user } = await arrange()
  await db.updateTable('users').set({ is_super_admin: true }).where('id', '=', user.id).execute()
  const { token: key } = (await server.call('apiKey.create', { body: form }, token)).ok
  const { user: me } = (await server.call('user.me', {}, key)).ok
  expect([me.isSuperAdmin, me.globalRoles]).toEqual([false, []])
})

test.each([
  ['a session that was revoked a moment ago', sql`delete from sessions where user_id = `],
  [
    'a person who was deactivated a moment ago',
    sql`update company_members set status = 'deactivated' where user_id = `,
  ],
])('%s creates no key', async (_, end) => {
  const { token, user } = await arrange()
  expect((await server.call('apiKey.list', {}, token)).status).toBe(200)
  await sql`${end}${user.id}`.execute(db)
  expect((await server.call('apiKey.create', { body: form }, token)).status).toBe(401)
  expect(await db.selectFrom('api_keys').where('user_id', '=', user.id).select('id').execute()).toEqual([])
})

test('the last use is written at most once a minute', async () => {
  const { company, user, token } = await arrange()
  const recent = new Date(Date.now() - 50_000)
  const key = await buildApiKey(db, { user, company })
  await db.updateTable('api_keys').set({ last_used_at: recent }).where('id', '=', key.id).execute()
  await server.call('user.me', {}, key.token)
  expect((await server.call('apiKey.list', {}, token)).ok.keys[0]?.lastUsedAt).toBe(recent.toISOString())
})

test('at most 50 keys, also if they are created at the same time', async () => {
  const { company, user, token } = await arrange()
  for (let count = 0; count < 48; count += 1) await buildApiKey(db, { user, company })
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => server.call('apiKey.create', { body: form }, token)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422])
})

test('only workspaces that the person sees can be chosen', async () => {
  const { company, token } = await arrange()
  const hidden = await buildWorkspace(db, { company })
  const answer = await server.call('apiKey.create', { body: { ...form, workspaceIds: [hidden.id] } }, token)
  expect(answer.error.code).toBe('unknown_workspace')
})

/** Each way to lose a key; measured from the call that revokes it. */
const losses: Record<string, (given: Awaited<ReturnType<typeof arrange>> & { id: string }) => Promise<unknown>> = {
  'is revoked': ({ token, id }) => server.call('apiKey.revoke', { params: { id } }, token),
  'is of a company that forbids keys': async ({ company }) =>
    server.call('company.update', { body: { areApiKeysOff: true } }, await server.signIn(company.owner, company)),
  'is of a person who is deactivated': async ({ company, user }) =>
    server.call(
      'companyUser.setStatus',
      { params: { id: user.id }, body: { status: 'deactivated' } },
      await server.signIn(company.owner, company),
    ),
  'is of a person who is removed': async ({ company, user }) =>
    server.call('companyUser.remove', { params: { id: user.id } }, await server.signIn(company.owner, company)),
  expires: ({ id }) => db.updateTable('api_keys').set({ expires_at: new Date() }).where('id', '=', id).execute(),
}

test.each(Object.entries(losses))('a key that %s is refused within five seconds', async (_, lose) => {
  const given = await arrange()
  const { id, token: key } = await buildApiKey(db, given)
  expect((await server.call('user.me', {}, key)).status).toBe(200)
  await lose({ ...given, id })
  const begun = Date.now()
  await expect.poll(async () => (await server.call('user.me', {}, key)).status, { timeout: 5000 }).not.toBe(200)
  expect(Date.now() - begun).toBeLessThan(5000)
})

test('a company that forbids keys creates none', async () => {
  const { company, token } = await arrange()
  await db.updateTable('companies').set({ are_api_keys_off: true }).where('id', '=', company.id).execute()
  expect((await server.call('apiKey.create', { body: form }, token)).error.code).toBe('api_keys_off')
  expect((await server.call('apiKey.list', {}, token)).ok).toEqual({ isAllowed: false, keys: [] })
})

test('forbidding keys is recorded, beside the other switch of the same call', async () => {
  const { company } = await arrange()
  const owner = await server.signIn(company.owner, company)
  await server.call('company.update', { body: { areApiKeysOff: true } }, owner)
  await server.call('company.update', { body: { areApiKeysOff: false, isSharingOff: true } }, owner)
  const entries = await db
    .selectFrom('audit_entries')
    .where('company_id', '=', company.id)
    .where('action', 'in', ['api_keys_switched', 'sharing_switched'])
    .select(['action', 'details'])
    .orderBy('action')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'api_keys_switched', details: { areApiKeysOff: true } },
    { action: 'api_keys_switched', details: { areApiKeysOff: false } },
    { action: 'sharing_switched', details: { isSharingOff: true } },
  ])
})

test('a person who is activated again has to create new keys', async () => {
  const { company, user } = await arrange()
  const { token: key } = await buildApiKey(db, { user, company })
  const owner = await server.signIn(company.owner, company)
  for (const status of ['deactivated', 'active'] as const)
    await server.call('companyUser.setStatus', { params: { id: user.id }, body: { status } }, owner)
  expect((await server.call('user.me', {}, key)).status).toBe(401)
})

test('signing out everywhere keeps keys', async () => {
  const { company, user, token } = await arrange()
  const { token: key } = await buildApiKey(db, { user, company })
  await server.call('session.endOthers', {}, token)
  expect((await server.call('user.me', {}, key)).status).toBe(200)
})

test('a signed URL of a file works for a key, and ends with it', async () => {
  const { company, user, token } = await arrange()
  const { id } = await buildApiKey(db, { user, company })
  const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
  const key = newFileKey('images', 'image/png')
  await files.put(key, Buffer.from('a picture'))
  const load = async () =>
    (await fetch(new URL(files.signedAddress(key, { sessionId: id, scope: 'session' }), server.url))).status
  expect(await load()).toBe(200)
  await server.call('apiKey.revoke', { params: { id } }, token)
  await expect.poll(load, { timeout: 5000 }).not.toBe(200)
})

test('a key opens no socket', async () => {
  const { company, user } = await arrange()
  const workspace = await buildWorkspace(db, { company, owner: user })
  const draft = await buildDraft(db, { workspace, author: user, textTabs: [{ text: 'x' }] })
  const { token: key } = await buildApiKey(db, { user, company, scope: 'admin' })
  expect((await server.call('session.ticket', {}, key)).error.code).toBe('api_key_refused')
  const tab = await db.selectFrom('text_tabs').where('article_id', '=', draft.id).select('id').executeTakeFirstOrThrow()
  const url = `${server.url.replace('http', 'ws')}/collaboration`
  const client = new NoteClient({ url, address: { articleId: draft.id, tabId: tab.id }, token: key })
  await expect.poll(() => client.refusals.length + client.closings.length, { timeout: 5000 }).toBeGreaterThan(0)
  client.socket.destroy()
})

/** Nothing of a workspace outside of a key's limit appears anywhere, not even in counts. */
test('a key of one workspace finds, lists and counts nothing of the others', async () => {
  const { company, user } = await arrange()
  const other = await buildMember(db, company)
  const [inside, outside] = await Promise.all([
    buildWorkspace(db, { company, owner: user, title: 'Inside quagga' }),
    buildWorkspace(db, { company, owner: user, title: 'Outside quagga' }),
  ])
  const foreign = await buildWorkspace(db, { company, owner: other, title: 'Foreign quagga' })
  await grantWorkspaceRole(db, { workspace: foreign, user: other, role: 'admin' })
  const articles = await Promise.all(
    [inside, outside, foreign].map((workspace, at) =>
      buildArticle(db, {
        workspace,
        title: `Quagga ${at}`,
        tags: [`quagga${at}`],
        textTabs: [{ text: `quagga text ${at}` }],
      }),
    ),
  )
  await db
    .insertInto('article_shares')
    .values({ id: crypto.randomUUID(), article_id: articles[2]?.id ?? '', user_id: user.id })
    .execute()
  await Promise.all([
    buildDraft(db, { workspace: inside, author: user, title: 'Quagga draft inside' }),
    buildDraft(db, { workspace: outside, author: user, title: 'Quagga draft outside' }),
  ])
  while ((await indexBatch(db)) !== 0);
  const { token: all } = await buildApiKey(db, { user, company })
  const { token: key } = await buildApiKey(db, { user, company, workspaces: [inside] })

  const read = async (token: string) => ({
    articles: (await server.call('article.list', { query: { page: '1' } }, token)).ok.articles.map(
      ({ title }) => title,
    ),
    drafts: (await server.call('draft.list', { query: { page: '1' } }, token)).ok.articles.map(({ title }) => title),
    draftCount: (await server.call('draft.count', { query: {} }, token)).ok,
    workspaces: (await server.call('workspace.list', {}, token)).ok.items.map(({ title }) => title),
    tags: (await server.call('tag.search', { params: { q: 'quagga' } }, token)).ok,
    found: (await server.call('search.global', { params: { q: 'quagga' } }, token)).ok,
    me: (await server.call('user.me', {}, token)).ok.user.id,
  })
  const [everything, limited] = [await read(all), await read(key)]
  expect(everything.articles.toSorted()).toEqual(['Quagga 0', 'Quagga 1'])
  expect(limited.articles).toEqual(['Quagga 0'])
  expect(everything.drafts).toHaveLength(2)
  expect(limited.drafts).toEqual(['Quagga draft inside'])
  expect(limited.draftCount).not.toEqual(everything.draftCount)
  expect(limited.workspaces).toEqual(['Inside quagga'])
  const shown = JSON.stringify(limited)
  for (const hidden of ['Quagga 1', 'Quagga 2', 'quagga1', 'quagga2', 'Outside', 'Foreign', 'text 1', 'text 2'])
    expect(shown).not.toContain(hidden)
  expect(JSON.stringify(everything.tags)).toContain('quagga1')
  expect(JSON.stringify(limited.found)).toContain('Quagga 0')
  for (const shownToAll of ['Quagga 1', 'Quagga 2', 'Quagga draft outside'])
    expect(JSON.stringify(everything.found)).toContain(shownToAll)
  for (const article of articles.slice(1)) {
    const params = { id: article.id }
    expect((await server.call('article.get', { params, query: {} }, key)).status).toBe(404)
    expect((await server.call('comment.list', { params: { articleId: article.id }, query: {} }, key)).status).toBe(404)
  }
  expect((await server.call('article.get', { params: { id: articles[2]?.id ?? '' }, query: {} }, key)).status).toBe(404)
})

test('a key of one workspace writes nothing to another one', async () => {
  const { company, user } = await arrange()
  const [inside, outside] = await Promise.all([
    buildWorkspace(db, { company, owner: user }),
    buildWorkspace(db, { company, owner: user }),
  ])
  const { token: key } = await buildApiKey(db, { user, company, scope: 'write', workspaces: [inside] })
  const save = (id: string, workspace: { id: string } | null) =>
    server.call('article.saveDraft', { params: { id }, body: { title: 'New', workspace: workspace?.id ?? null } }, key)
  const { article } = (await save('new', inside)).ok
  for (const id of ['new', article.id])
    for (const elsewhere of [outside, null])
      expect((await save(id, elsewhere)).error.code, `${id} ${elsewhere?.id}`).toBe('unknown_workspace')
  expect((await server.call('article.saveDraft', { params: { id: 'new' }, body: {} }, key)).error.code).toBe(
    'unknown_workspace',
  )
  const rows = await db.selectFrom('articles').where('author_id', '=', user.id).select('workspace_id').execute()
  expect(rows).toEqual([{ workspace_id: inside.id }])
})

test('the catalogue declares a scope only for calls that check who calls', () => {
  const open = Object.values(catalogue)
    .flatMap((set) => Object.values(set))
    .filter((call) => call.allow === 'guest' && call.key !== null)
  expect(open).toEqual([])
})
