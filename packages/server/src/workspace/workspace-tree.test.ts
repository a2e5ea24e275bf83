/** The tree of a workspace is answered with 304 exactly while nothing that it shows has changed. */
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { browse, expectCurrent, openTreeBrowser } from './workspace-tree.fixture.ts'
import { buildWorkspace, grantWorkspaceRole } from './workspace.builder.ts'

const server = await startTestServer()
const { db } = server

async function newWorld() {
  const company = await buildCompany(db)
  const [member, colleague] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: member })
  const tokens = { member: await server.signIn(member, company), colleague: await server.signIn(colleague, company) }
  return { company, member, colleague, workspace, tokens }
}

test('every change of what it shows is sent, and nothing else is sent again', async () => {
  const { member, company, workspace, tokens } = await newWorld()
  const token = tokens.member
  const other = await buildWorkspace(db, { company, owner: member })
  const [first, second, third] = [
    await buildArticle(db, { workspace, title: 'First' }),
    await buildArticle(db, { workspace, title: 'Second' }),
    await buildArticle(db, { workspace, title: 'Third', duration: 1000 }),
  ]
  const params = { id: first.id }
  const publish = (body: object) => server.call('article.save', { params, body: { ...body, isPublish: true } }, token)
  const archive = (isArchived: boolean) =>
    server.call('article.setArchived', { body: { articleIds: [second.id], isArchived } }, token)
  const order = [first, third, second].map(({ id }) => ({ value: id, items: [] }))
  const changes: Record<string, () => Promise<{ status: number }>> = {
    'a title': () => publish({ title: 'Another' }),
    'no text': () => publish({ title: 'Another', textTabs: [] }),
    'a text': () => publish({ textTabs: [{ id: newKey(), title: 'Note', text: '<p>Text</p>' }] }),
    'an archived article': () => archive(true),
    'an unarchived article': () => archive(false),
    'an order': () => server.call('workspace.saveOrder', { params: { id: workspace.id }, body: { order } }, token),
    'a deleted article': () => server.call('article.remove', { params: { id: second.id } }, token),
    'a restored article': () => server.call('trash.restore', { params: { id: second.id } }, token),
    'a copy': () => server.call('article.duplicate', { body: { articleId: first.id } }, token),
    'a merged article': () =>
      server.call('article.merge', { body: { articleId: second.id, targetId: first.id } }, token),
    'a moved article': () =>
      server.call(
        'article.transfer',
        { params: { id: first.id }, body: { companyId: company.id, workspaceId: other.id } },
        token,
      ),
    'a favourite': () =>
      server.call('workspace.favorite', { params: { id: workspace.id }, body: { isFavorite: true } }, token),
    'the name of the workspace': () =>
      server.call('workspace.save', { params: { id: workspace.id }, body: { title: 'Renamed' } }, token),
  }
  const browser = openTreeBrowser(server)
  const look = (workspaceId: string, name: string) => expectCurrent(browser, { token, workspaceId }, name)
  await look(workspace.id, 'the first time')
  for (const [name, change] of Object.entries(changes)) {
    const { status } = await change()
    expect([name, status]).toEqual([name, 200])
    const sent = browser.counts[200]
    await look(workspace.id, name)
    expect([name, browser.counts[200]]).toEqual([name, sent + 1])
    await look(other.id, name)
    const unchanged = browser.counts[304]
    for (const { id } of [workspace, other]) await look(id, name)
    expect([name, browser.counts[304]]).toEqual([name, unchanged + 2])
  }
  // A draft is not in the tree.
  const draft = await buildDraft(db, { workspace, author: member })
  await server.call('article.saveDraft', { params: { id: draft.id }, body: { title: 'Still a draft' } }, token)
  const unchanged = browser.counts[304]
  await look(workspace.id, 'a draft')
  expect(browser.counts[304]).toBe(unchanged + 1)
})

test('who lost access gets no 304, and people with other rights get another version', async () => {
  const { member, colleague, workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace })
  await grantWorkspaceRole(db, { workspace, user: colleague, role: 'viewer' })
  const ask = async (token: string | null, etag?: string) => {
    const { status, headers, text } = await browse(server, workspace.id, { token, etag })
    return { status, text, etag: headers.get('etag') ?? undefined, cacheControl: headers.get('cache-control') }
  }
  const [ofMember, ofColleague] = [await ask(tokens.member), await ask(tokens.colleague)]
  expect(ofMember.cacheControl).toBe('private, no-cache')
  expect(ofColleague.etag).not.toBe(ofMember.etag)
  expect((await ask(tokens.colleague, ofMember.etag)).text).toBe(ofColleague.text)
  expect((await ask(tokens.colleague, ofColleague.etag)).status).toBe(304)
  expect((await ask(null, ofColleague.etag)).status).toBe(404)
  await db.deleteFrom('workspace_roles').where('workspace_id', '=', workspace.id).execute()
  const refused = await ask(tokens.colleague, ofColleague.etag)
  expect(refused).toMatchObject({ status: 404, etag: undefined, cacheControl: 'no-store' })
  await db.updateTable('workspaces').set({ deleted_at: new Date() }).where('owner_id', '=', member.id).execute()
  expect((await ask(tokens.member, ofMember.etag)).status).toBe(404)
})

test('thousands of articles change at once in a session that has changed one before', async () => {
  const { company, workspace } = await newWorld()
  await sql`
    insert into articles (id, short_id, company_id, workspace_id, published_at)
    select gen_random_uuid(), 'thousand' || n, ${company.id}, ${workspace.id}, now() from generate_series(1, 4000) n
  `.execute(db)
  await db.transaction().execute(async (trx) => {
    const change = (condition: string) =>
      sql`update articles set is_archived = not is_archived where ${sql.raw(condition)}`.execute(trx)
    await change(`short_id = 'thousand1'`)
    await sql`set local statement_timeout = 1500`.execute(trx)
    await change(`short_id like 'thousand%'`)
  })
  const tree = db.selectFrom('workspace_trees').where('workspace_id', '=', workspace.id).select('articles')
  expect((await tree.executeTakeFirstOrThrow()).articles).toBe(1)
})

test('the numbers of articles stay right when many articles change together', async () => {
  const { company, member, workspace, tokens } = await newWorld()
  const other = await buildWorkspace(db, { company, owner: member })
  const ids = Array.from({ length: 40 }, newId)
  await sql`
    insert into articles (id, short_id, company_id, workspace_id, published_at, deleted_at, is_archived)
    select id, 'many' || n, ${company.id}, case when n % 4 = 0 then ${other.id}::uuid else ${workspace.id}::uuid end,
      case when n % 5 > 0 then now() end, case when n % 7 = 0 then now() end, n % 3 = 0
    from unnest(${ids}::uuid[]) with ordinality as new (id, n)
  `.execute(db)
  const change = (what: string) =>
    sql`update articles set ${sql.raw(what)} where id = any(${ids}::uuid[]) and id::text > ${ids[10]}`.execute(db)
  const steps = [
    'is_archived = not is_archived',
    "icon = '🔥'",
    `workspace_id = case when workspace_id = '${other.id}' then '${workspace.id}' else '${other.id}' end::uuid`,
    'deleted_at = case when deleted_at is null then now() end, title = title || id',
    'published_at = case when published_at is null then now() end, is_archived = false',
  ]
  const browser = openTreeBrowser(server)
  const look = async () => {
    for (const { id: workspaceId } of [workspace, other])
      await expectCurrent(browser, { token: tokens.member, workspaceId })
  }
  for (const step of steps) {
    await change(step)
    await look()
  }
  await sql`delete from articles where id = any(${ids.slice(0, 30)}::uuid[])`.execute(db)
  await look()
})
