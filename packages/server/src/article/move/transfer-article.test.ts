import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildVersion, type BuiltArticle } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const here = await buildCompany(db)
const there = await buildCompany(db, { title: 'Another company' })
const person = await buildMember(db, here)
await buildMember(db, there, { user: person })
const colleague = await buildMember(db, here)
const token = await server.signIn(person, here)
const tokenThere = await server.signIn(person, there)
const colleagueToken = await server.signIn(colleague, here)

const workspaceIn = (company: BuiltCompany, owner = person) => buildWorkspace(db, { company, owner })
type Destination = { companyId: string; workspaceId: string }
const transfer = (id: string, body: Destination, by = token) =>
  server.call('article.transfer', { params: { id }, body }, by)
const get = (id: string, by = token) => server.call('article.get', { params: { id } }, by)
const orderOf = async (id: string, by: string) =>
  (await server.call('workspace.get', { params: { id } }, by)).ok.workspace.order

const playing = (...videoIds: string[]) =>
  videoIds.map((id) => ({
    id: newKey(),
    title: 'Roof',
    tags: [],
    isExpanded: true,
    map: wholeRecording(id, 3000),
    items: [],
  }))
const companyOfVideo = async (id: string) =>
  (await db.selectFrom('videos').where('id', '=', id).select('company_id').executeTakeFirstOrThrow()).company_id

describe('transferring an article within its company', () => {
  test('moves it with its sub-articles to the top of the other workspace, and returns the remaining order', async () => {
    const [from, to] = [await workspaceIn(here), await workspaceIn(here)]
    const other = await buildArticle(db, { workspace: to })
    const article = await buildArticle(db, { workspace: from })
    const nested = await buildArticle(db, { workspace: from, parent: article })
    const stays = await buildArticle(db, { workspace: from })
    const { ok } = await transfer(article.shortId, { companyId: here.id, workspaceId: to.shortId })
    expect(ok).toEqual({
      success: true,
      articleIds: [article.id, nested.id],
      workspaceOrder: [{ value: stays.id, items: [] }],
    })
    expect(await orderOf(to.id, token)).toEqual([
      { value: article.id, items: [{ value: nested.id, items: [] }] },
      { value: other.id, items: [] },
    ])
    expect((await get(nested.id)).ok.article.workspace?.id).toBe(to.id)
  })

  test('to its current workspace changes nothing', async () => {
    const from = await workspaceIn(here)
    const article = await buildArticle(db, { workspace: from })
    const before = await orderOf(from.id, token)
    expect((await transfer(article.id, { companyId: here.id, workspaceId: from.id })).ok.articleIds).toEqual([])
    expect(await orderOf(from.id, token)).toEqual(before)
  })
})

describe('transferring an article to another company', () => {
  test('moves drafts and versions along, keeps ids and tags, and the old company sees nothing of it', async () => {
    const [from, to] = [await workspaceIn(here), await workspaceIn(there)]
    await grantWorkspaceRole(db, { workspace: from, user: colleague, role: 'editor' })
    const article = await buildArticle(db, { workspace: from, title: 'Restart', tags: ['meter'] })
    const nested = await buildArticle(db, { workspace: from, parent: article, title: 'Nested' })
    const draft = await buildDraft(db, { original: nested, title: 'Changed' })
    await buildVersion(db, { article, title: 'Former' })
    expect((await transfer(article.id, { companyId: there.id, workspaceId: to.id })).status).toBe(200)
    for (const by of [token, colleagueToken]) {
      expect((await get(article.id, by)).status).toBe(404)
      expect((await server.call('draft.get', { params: { id: draft.id } }, by)).status).toBe(404)
    }
    const { article: moved } = (await get(article.shortId, tokenThere)).ok
    expect(moved).toMatchObject({ id: article.id, title: 'Restart', tags: ['meter'], workspace: { id: to.id } })
    expect((await get(nested.id, tokenThere)).ok.article.parentArticle).toBe(article.id)
    const read = (await server.call('draft.get', { params: { id: draft.id } }, tokenThere)).ok.article
    expect(read).toMatchObject({ title: 'Changed', original: { id: nested.id }, workspace: { id: to.id } })
    const params = { ws: to.id, id: article.id }
    expect((await server.call('articleVersion.list', { params }, tokenThere)).ok.versions).toHaveLength(1)
    expect(await orderOf(from.id, token)).toEqual([])
  })

  test('keeps a draft without changes free of changes', async () => {
    const [from, to] = [await workspaceIn(here), await workspaceIn(there)]
    const article = await buildArticle(db, { workspace: from })
    await server.call('article.saveDraft', { params: { id: article.id }, body: {} }, token)
    await transfer(article.id, { companyId: there.id, workspaceId: to.id })
    const { article: moved } = (await get(article.id, tokenThere)).ok
    expect(moved.draft).toBeNull()
    const saved = await server.call('article.saveDraft', { params: { id: article.id }, body: {} }, tokenThere)
    expect(saved.ok.article.hash).toBe(moved.hash)
  })

  test('moves the recordings that it, its drafts or its versions play', async () => {
    const [from, to] = [await workspaceIn(here), await workspaceIn(there)]
    const [now, then, later] = [
      await buildVideo(db, here, { duration: 3000, main_key: 'videos/ab/now.mp4' }),
      await buildVideo(db, here, { duration: 3000 }),
      await buildVideo(db, here, { duration: 3000 }),
    ]
    const article = await buildArticle(db, { workspace: from, paragraphs: playing(now) })
    await buildVersion(db, { article, paragraphs: playing(then) })
    await buildDraft(db, { original: article, paragraphs: playing(now, later) })
    await transfer(article.id, { companyId: there.id, workspaceId: to.id })
    for (const id of [now, then, later]) expect(await companyOfVideo(id)).toBe(there.id)
    const { article: moved } = (await get(article.id, tokenThere)).ok
    expect(moved.videos.map(({ id }) => id)).toEqual([now])
    expect(moved.videos[0]?.url).toContain('videos/ab/now.mp4')
  })

  test('leaves a recording that is still used where it is, and plays a copy of it', async () => {
    const [from, to] = [await workspaceIn(here), await workspaceIn(there)]
    const video = await buildVideo(db, here, { duration: 3000, main_key: 'videos/ab/both.mp4', name: 'Roof.mp4' })
    const article = await buildArticle(db, { workspace: from, paragraphs: playing(video) })
    await buildVersion(db, { article, title: 'Former', paragraphs: playing(video) })
    const copy = (await server.call('article.duplicate', { body: { articleId: article.id } }, token)).ok.article
    await transfer(copy.id, { companyId: there.id, workspaceId: to.id })
    expect((await get(article.id)).ok.article.videos.map(({ id }) => id)).toEqual([video])
    const { article: moved } = (await get(copy.id, tokenThere)).ok
    expect(moved.videos).toHaveLength(1)
    expect(moved.videos[0]?.id).not.toBe(video)
    expect(moved.videos[0]?.url).toContain('videos/ab/both.mp4')
    expect(moved).toMatchObject({ duration: 3000, paragraphs: [{ videos: [moved.videos[0]?.id] }] })
    // Then the other one, whose versions play it too.
    await transfer(article.id, { companyId: there.id, workspaceId: to.id })
    const params = { ws: to.id, id: article.id, version: '1' }
    const former = (await server.call('articleVersion.get', { params }, tokenThere)).ok.article
    expect(former).toMatchObject({ missingVideos: 0, videos: [{ id: video }] })
  })

  test('is refused where the person may not edit, is not active, or is no member', async () => {
    const from = await workspaceIn(here)
    const article = await buildArticle(db, { workspace: from })
    const [seen, archived] = [await workspaceIn(there, there.owner), await workspaceIn(there)]
    await grantWorkspaceRole(db, { workspace: seen, user: person, role: 'viewer' })
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', archived.id).execute()
    const foreign = await buildCompany(db)
    const foreignWorkspace = await workspaceIn(foreign, foreign.owner)
    const left = await buildCompany(db)
    await buildMember(db, left, { user: person, status: 'deactivated' })
    const leftWorkspace = await workspaceIn(left)
    for (const [companyId, workspaceId] of [
      [there.id, seen.id],
      [there.id, archived.id],
      [foreign.id, foreignWorkspace.id],
      [left.id, leftWorkspace.id],
      // A workspace of a company other than the named one.
      [here.id, archived.id],
      ['no company', archived.id],
    ] as const) {
      const answer = await transfer(article.id, { companyId, workspaceId })
      expect([answer.status, answer.error.code]).toEqual([422, 'unknown_workspace'])
    }
    expect((await get(article.id)).ok.article.workspace?.id).toBe(from.id)
  })

  test('is refused to a company that is deactivated or unpaid', async () => {
    const article = await buildArticle(db, { workspace: await workspaceIn(here) })
    for (const change of [{ is_activated: false }, { is_billing: true }]) {
      const company = await buildCompany(db)
      await buildMember(db, company, { user: person })
      const to = await workspaceIn(company)
      await db.updateTable('companies').set(change).where('id', '=', company.id).execute()
      const answer = await transfer(article.id, { companyId: company.id, workspaceId: to.id })
      expect(answer.error.code).toBe('unknown_workspace')
    }
  })

  test('requires the right to edit the article', async () => {
    const from = await workspaceIn(here)
    await grantWorkspaceRole(db, { workspace: from, user: colleague, role: 'viewer' })
    const own = await workspaceIn(here, colleague)
    const article: BuiltArticle = await buildArticle(db, { workspace: from })
    const destination = { companyId: here.id, workspaceId: own.id }
    expect((await transfer(article.id, destination, colleagueToken)).status).toBe(403)
    expect((await transfer(article.id, destination, tokenThere)).status).toBe(404)
  })

  test.each([
    ['the right to edit there is removed', 'role'],
    ['the workspace is archived', 'archived'],
    ['the workspace is deleted', 'deleted'],
    ['the company is deactivated', 'company'],
  ] as const)('is refused when %s while it waits', async (_name, what) => {
    const company = await buildCompany(db)
    await buildMember(db, company, { user: person })
    const to = await workspaceIn(company, company.owner)
    await grantWorkspaceRole(db, { workspace: to, user: person, role: 'editor' })
    const from = await workspaceIn(here)
    const article = await buildArticle(db, { workspace: from })
    const answering = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('workspaces').where('id', '=', to.id).select('id').forUpdate().execute()
      const started = transfer(article.id, { companyId: company.id, workspaceId: to.id })
      await expect.poll(isSomebodyWaiting, { timeout: 10_000 }).toBe(true)
      if (what === 'role') await trx.deleteFrom('workspace_roles').where('workspace_id', '=', to.id).execute()
      else if (what === 'company')
        await trx.updateTable('companies').set({ is_activated: false }).where('id', '=', company.id).execute()
      else {
        const change = what === 'archived' ? { is_archived: true } : { deleted_at: new Date() }
        await trx.updateTable('workspaces').set(change).where('id', '=', to.id).execute()
      }
      return [started] as const
    })
    const answer = await answering[0]
    expect([answer.status, answer.error.code]).toEqual([422, 'unknown_workspace'])
    expect((await get(article.id)).ok.article.workspace?.id).toBe(from.id)
  })
})

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}
