import { trashPerPage } from '@knowreel/shared/article/trash.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole, type BuiltWorkspace } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from '../article.builder.ts'
import { purgeArticles } from './article-purge.queries.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const token = await server.signIn(owner, company)

const leaf = (id: string): OrderEntry => ({ value: id, items: [] })
const newWorkspace = () => buildWorkspace(db, { company, owner, visibility: 'organization' })

const remove = (id: string, by = token) => server.call('article.remove', { params: { id } }, by)
const restore = (id: string, by = token) => server.call('trash.restore', { params: { id } }, by)
const list = (workspace: BuiltWorkspace, page = 1, by = token) =>
  server.call('trash.list', { params: { id: workspace.id }, query: { page: String(page) } }, by)
const titlesIn = async (workspace: BuiltWorkspace) => (await list(workspace)).ok.articles.map(({ title }) => title)
const orderOf = async (workspace: BuiltWorkspace) =>
  (await server.call('workspace.get', { params: { id: workspace.id } }, token)).ok.workspace.order

/** Guide › (Zähler, Ventile › Dichtungen), then Notiz. */
async function buildGuide() {
  const workspace = await newWorkspace()
  const note = await buildArticle(db, { workspace, title: 'Notiz' })
  const guide = await buildArticle(db, { workspace, title: 'Leitfaden' })
  const valves = await buildArticle(db, { workspace, title: 'Ventile', parent: guide })
  const seals = await buildArticle(db, { workspace, title: 'Dichtungen', parent: valves })
  const meters = await buildArticle(db, { workspace, title: 'Zähler', parent: guide })
  const order = [
    { value: guide.id, items: [leaf(meters.id), { value: valves.id, items: [leaf(seals.id)] }] },
    leaf(note.id),
  ]
  expect(await orderOf(workspace)).toEqual(order)
  return { workspace, note, guide, valves, seals, meters, order }
}

describe('the trash of a workspace', () => {
  test('lists what was deleted, newest first, with who deleted it and how much was under it', async () => {
    const { workspace, note, guide } = await buildGuide()
    const editor = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
    await remove(note.id)
    await remove(guide.id, await server.signIn(editor, company))
    const { articles, count } = (await list(workspace)).ok
    expect(count).toBe(2)
    expect(articles).toMatchObject([
      { id: guide.id, title: 'Leitfaden', nested: 3, deletedBy: { id: editor.id } },
      { id: note.id, title: 'Notiz', nested: 0, duration: 0, deletedBy: { id: owner.id } },
    ])
    expect(Date.now() - Date.parse(articles[0]?.deletedAt ?? '')).toBeLessThan(60_000)
  })

  test('lists neither discarded drafts nor drafts that were published', async () => {
    const workspace = await newWorkspace()
    const article = await buildArticle(db, { workspace })
    const draft = await buildDraft(db, { original: article, author: owner, title: 'Changed' })
    await server.call('draft.remove', { params: { id: draft.id } }, token)
    const second = await buildDraft(db, { original: article, author: owner, title: 'Changed again' })
    await server.call(
      'article.save',
      { params: { id: second.id }, body: { isPublish: true, isKeepDraft: false, isNotification: false } },
      token,
    )
    expect(await titlesIn(workspace)).toEqual([])
    expect((await restore(draft.id)).status).toBe(404)
    expect((await restore(second.id)).status).toBe(404)
  })

  test('has pages of twenty', async () => {
    const workspace = await newWorkspace()
    for (let index = 0; index <= trashPerPage; index++) {
      await buildArticle(db, { workspace, title: `Page ${index}`, deletedAt: new Date(Date.now() - index * 1000) })
    }
    const first = (await list(workspace)).ok
    expect([first.articles.length, first.articles[0]?.title, first.count]).toEqual([20, 'Page 0', 21])
    expect((await list(workspace, 2)).ok.articles.map(({ title }) => title)).toEqual(['Page 20'])
    expect((await list(workspace, 3)).ok).toEqual({ articles: [], count: 21 })
  })

  test('shows nothing of other workspaces', async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()]
    await remove((await buildArticle(db, { workspace: one, title: 'In one' })).id)
    await remove((await buildArticle(db, { workspace: other, title: 'In the other' })).id)
    expect(await titlesIn(one)).toEqual(['In one'])
  })

  test('is for people who may edit articles', async () => {
    const { workspace, note } = await buildGuide()
    await remove(note.id)
    const viewer = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
    const viewing = await server.signIn(viewer, company)
    expect([(await list(workspace, 1, viewing)).status, (await restore(note.id, viewing)).status]).toEqual([403, 403])
    const elsewhere = await buildCompany(db)
    const stranger = await server.signIn(elsewhere.owner, elsewhere)
    expect([(await list(workspace, 1, stranger)).status, (await restore(note.id, stranger)).status]).toEqual([404, 404])
  })

  test('no longer has an article that was removed permanently', async () => {
    const { workspace, note } = await buildGuide()
    await remove(note.id)
    await purgeArticles(db, new Date(Date.now() + 1000), 100)
    expect((await list(workspace)).ok).toEqual({ articles: [], count: 0 })
    expect((await restore(note.id)).status).toBe(404)
  })
})

describe('restoring an article', () => {
  test('puts it back where it was, with all that was under it', async () => {
    const { workspace, guide, valves, seals, meters, order } = await buildGuide()
    await remove(guide.id)
    const { ok } = await restore(guide.id)
    expect(ok.articleIds).toEqual([guide.id, meters.id, valves.id, seals.id])
    expect(ok.workspaceOrder).toEqual(order)
    expect(await orderOf(workspace)).toEqual(order)
    const read = await server.call('article.get', { params: { id: seals.shortId } }, token)
    expect(read.ok.article.title).toBe('Dichtungen')
    expect(await titlesIn(workspace)).toEqual([])
  })

  test('restores the drafts that were deleted with it, with their text', async () => {
    const { guide, meters } = await buildGuide()
    const draft = await buildDraft(db, {
      original: meters,
      author: owner,
      textTabs: [{ text: 'Zähler täglich ablesen' }],
    })
    await remove(guide.id)
    expect((await server.call('draft.get', { params: { id: draft.id } }, token)).status).toBe(404)
    await restore(guide.id)
    const { ok } = await server.call('draft.get', { params: { id: draft.id } }, token)
    expect(ok.article.textTabs[0]?.text).toContain('Zähler täglich ablesen')
  })

  test('leaves alone what was deleted before it, which can be restored itself', async () => {
    const { workspace, guide, valves, seals, meters } = await buildGuide()
    await remove(valves.id)
    await remove(guide.id)
    expect((await restore(guide.id)).ok.articleIds).toEqual([guide.id, meters.id])
    expect(await titlesIn(workspace)).toEqual(['Ventile'])
    expect((await restore(valves.id)).ok.articleIds).toEqual([valves.id, seals.id])
  })

  test('is not possible for an article that went with its parent', async () => {
    const { guide, seals } = await buildGuide()
    await remove(guide.id)
    expect((await restore(seals.id)).status).toBe(404)
    expect((await restore(guide.id)).status).toBe(200)
  })

  test.each([
    ['was deleted too', (id: string) => remove(id)],
    [
      'was archived',
      (id: string) => server.call('article.setArchived', { body: { articleIds: [id], isArchived: true } }, token),
    ],
    [
      'has become a recording',
      (id: string) => db.updateTable('articles').set({ duration: 90_000 }).where('id', '=', id).execute(),
    ],
  ])('goes to the top if its parent %s', async (_, change) => {
    const { guide, meters } = await buildGuide()
    await remove(meters.id)
    await change(guide.id)
    expect((await restore(meters.id)).ok.workspaceOrder[0]).toEqual(leaf(meters.id))
  })

  test('happens once, also if two people do it at the same time', async () => {
    const { workspace, guide, order } = await buildGuide()
    await remove(guide.id)
    const statuses = (await Promise.all([restore(guide.id), restore(guide.id)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await orderOf(workspace)).toEqual(order)
  })

  test('is refused in an archived workspace, like its trash', async () => {
    const { workspace, note } = await buildGuide()
    await remove(note.id)
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
    expect((await restore(note.id)).status).toBe(403)
    expect((await list(workspace)).error.code).toBe('workspace_archived')
  })

  test('is not possible once the workspace is deleted', async () => {
    const { workspace, note } = await buildGuide()
    await remove(note.id)
    await server.call('workspace.remove', { params: { id: workspace.id } }, token)
    expect((await restore(note.id)).status).toBe(404)
  })
})
