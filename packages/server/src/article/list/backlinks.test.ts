import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { backlinksPerPage } from '@knowreel/shared/article/article.rules.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { purgeArticles } from '../delete/article-purge.queries.ts'
import { insertImportedArticle } from '../ports/import-article.ts'
import { buildArticle, buildDraft, type BuiltArticle } from '../article.builder.ts'
import { findMissingLinks } from './backlinks.queries.ts'

const server = await startTestServer({ config: { publicUrl: 'https://know.example', hasCompanyDomains: true } })
const { db } = server
const company = await buildCompany(db, { slug: 'halden' })
const [owner, viewer, stranger] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const token = await server.signIn(owner, company)
const viewerToken = await server.signIn(viewer, company)
const strangerToken = await server.signIn(stranger, company)
const workspace = await buildWorkspace(db, { company, owner, title: 'Runbooks' })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })

const noteWith = (...hrefs: string[]): NoteJson => ({
  type: 'doc',
  content: hrefs.map((href) => ({
    type: 'paragraph',
    attrs: { key: newKey() },
    content: [{ type: 'text', text: 'See this', marks: [{ type: 'link', attrs: { href, target: '_blank' } }] }],
  })),
})
const pathOf = ({ shortId }: { shortId: string }) => `/b/${workspace.shortId}/runbooks/${shortId}/slug`
const tabWith = (...hrefs: string[]) => [{ note: noteWith(...hrefs) }]
const buildTarget = () => buildArticle(db, { workspace, title: 'Target' })
const linkFrom = (target: { shortId: string }, given: Parameters<typeof buildArticle>[1] = {}) =>
  buildArticle(db, { workspace, textTabs: tabWith(pathOf(target)), ...given })
const list = (id: string, by: string | null = token, page = 1) =>
  server.call('article.backlinks', { params: { id }, query: { page: String(page) } }, by)
const titles = async (target: { id: string }, by: string | null = token) =>
  (await list(target.id, by)).ok.articles.map(({ title }) => title)
async function publish(id: string, body: object = {}): Promise<void> {
  const { status } = await server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, token)
  expect(status).toBe(200)
}

describe('an article is linked from', () => {
  test('the published articles whose notes link to it, whatever the form of the link', async () => {
    const target = await buildTarget()
    const links = [
      pathOf(target),
      `/article/${target.id.toUpperCase()}`,
      `https://know.example/article/${target.shortId}`,
      `https://KNOW.example${pathOf(target)}/notes/steps?t=3`,
      `https://halden.know.example/b/w/s/${target.id}`,
      `//halden.know.example/b/w/s/${target.shortId}`,
    ]
    for (const [index, link] of links.entries())
      await buildArticle(db, { workspace, title: `Form ${index}`, textTabs: [{ text: 'First.' }, ...tabWith(link)] })
    const others = [
      `https://elsewhere.example${pathOf(target)}`,
      `https://nordlys.know.example${pathOf(target)}`,
      `/b/shared/${target.shortId}`,
      'https://know.example/workspaces',
    ]
    for (const link of others) await buildArticle(db, { workspace, textTabs: tabWith(link) })
    await buildArticle(db, { workspace, textTabs: [{ text: pathOf(target) }] })
    expect((await titles(target)).toSorted()).toEqual(links.map((_, index) => `Form ${index}`))
  })

  test('each of them once, changed last first, with what their links need', async () => {
    const target = await buildTarget()
    const older = await linkFrom(target, { title: 'Older', updatedAt: new Date('2026-01-01') })
    const both = tabWith(pathOf(target), `/article/${target.id}`)
    const newer = await buildArticle(db, { workspace, title: 'Newer', duration: 3000, textTabs: [...both, ...both] })
    const { articles, count } = (await list(target.shortId)).ok
    expect(count).toBe(2)
    expect(articles.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(articles[0]).toEqual({
      id: newer.id,
      shortId: newer.shortId,
      slug: expect.any(String),
      title: 'Newer',
      duration: 3000,
      workspace: expect.objectContaining({ id: workspace.id, shortId: workspace.shortId, title: 'Runbooks' }),
    })
  })

  test('neither drafts, nor itself, nor archived or deleted articles', async () => {
    const target = await buildTarget()
    await buildDraft(db, { workspace, textTabs: tabWith(pathOf(target)) })
    const original = await buildArticle(db, { workspace })
    await buildDraft(db, { original, textTabs: tabWith(pathOf(target)) })
    await linkFrom(target, { isArchived: true })
    await linkFrom(target, { deletedAt: new Date() })
    const own = await buildDraft(db, { original: target, textTabs: tabWith(pathOf(target)) })
    await publish(own.id)
    expect((await list(target.id)).ok).toEqual({ articles: [], count: 0 })
  })

  test('a bounded list, in pages', async () => {
    const target = await buildTarget()
    const count = backlinksPerPage + 3
    for (let index = 0; index < count; index++) await linkFrom(target)
    const pages = [(await list(target.id, token, 1)).ok, (await list(target.id, token, 2)).ok]
    expect(pages.map(({ articles }) => articles.length)).toEqual([backlinksPerPage, 3])
    expect(pages[0]?.count).toBe(count)
    expect(new Set(pages.flatMap(({ articles }) => articles.map(({ id }) => id))).size).toBe(count)
    expect((await list(target.id, token, 3)).ok).toEqual({ articles: [], count })
  })
})

describe('everyone sees the linking articles that they may see', () => {
  test('people of the company those of their workspaces, guests those of public ones', async () => {
    const open = await buildWorkspace(db, { company, owner, visibility: 'public' })
    const target = await buildArticle(db, { workspace: open })
    await linkFrom(target, { title: 'Private' })
    await linkFrom(target, { title: 'Public', workspace: open })
    await linkFrom(target, {
      title: 'Organization',
      workspace: await buildWorkspace(db, { company, owner, visibility: 'organization' }),
    })
    const elsewhere = await buildCompany(db)
    await linkFrom(target, {
      title: 'Elsewhere',
      workspace: await buildWorkspace(db, { company: elsewhere, owner: elsewhere.owner, visibility: 'public' }),
    })
    const foreignToken = await server.signIn(elsewhere.owner, elsewhere)
    const seen = async (by: string | null) => (await titles(target, by)).toSorted()
    expect(await seen(token)).toEqual(['Organization', 'Private', 'Public'])
    expect(await seen(viewerToken)).toEqual(['Organization', 'Private', 'Public'])
    expect(await seen(strangerToken)).toEqual(['Organization', 'Public'])
    expect(await seen(foreignToken)).toEqual(['Public'])
    expect(await seen(null)).toEqual(['Public'])
    expect((await list(target.id, null)).ok.count).toBe(1)
  })

  test('an archived workspace is one of its editors only', async () => {
    const target = await buildTarget()
    const archived = await buildWorkspace(db, { company, owner })
    await grantWorkspaceRole(db, { workspace: archived, user: viewer, role: 'viewer' })
    await linkFrom(target, { title: 'Kept', workspace: archived })
    expect(await titles(target, viewerToken)).toEqual(['Kept'])
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', archived.id).execute()
    expect(await titles(target, viewerToken)).toEqual([])
    expect(await titles(target)).toEqual(['Kept'])
  })

  test('nobody learns anything about an article that they do not see', async () => {
    const target = await buildTarget()
    expect((await list(target.id, strangerToken)).status).toBe(404)
    expect((await list(target.id, null)).status).toBe(404)
  })
})

describe('links change with what is published', () => {
  const draftOf = (original: { id: string }, ...hrefs: string[]) =>
    buildDraft(db, { original, title: 'New', textTabs: hrefs.length > 0 ? tabWith(...hrefs) : [{ text: 'No link.' }] })

  test('by publishing, and not before', async () => {
    const [first, second] = [await buildTarget(), await buildTarget()]
    const draft = await buildDraft(db, { workspace, author: owner, title: 'New', textTabs: tabWith(pathOf(first)) })
    expect(await titles(first)).toEqual([])
    await publish(draft.id)
    expect(await titles(first)).toEqual(['New'])
    const next = await draftOf(draft, pathOf(second))
    expect([await titles(first), await titles(second)]).toEqual([['New'], []])
    await publish(next.id)
    expect([await titles(first), await titles(second)]).toEqual([[], ['New']])
  })

  test('by the text that a client sends', async () => {
    const target = await buildTarget()
    const text = `<p><a href="https://know.example${pathOf(target)}">Target</a></p>`
    await publish('new', { title: 'Sent', workspace: workspace.id, textTabs: [{ id: newKey(), title: 'Note', text }] })
    expect(await titles(target)).toEqual(['Sent'])
  })

  test('by restoring a version', async () => {
    const target = await buildTarget()
    const article = await linkFrom(target, { title: 'Restored' })
    const draft = await draftOf(article)
    await publish(draft.id)
    expect(await titles(target)).toEqual([])
    const params = { ws: workspace.id, id: article.id, version: '1' }
    const { title, tags, textTabs, pinnedNote, paragraphs } = (
      await server.call('articleVersion.get', { params }, token)
    ).ok.article
    await publish(article.id, { title, tags, textTabs, pinnedNote, paragraphs, isKeepDraft: true, restoresVersion: 1 })
    expect(await titles(target)).toEqual(['Restored'])
  })

  test('by merging and duplicating', async () => {
    const target = await buildTarget()
    const left = await linkFrom(target, { title: 'Left' })
    const right = await buildArticle(db, { workspace, title: 'Right' })
    expect((await server.call('article.duplicate', { body: { articleId: left.id } }, token)).status).toBe(200)
    expect(await titles(target)).toHaveLength(2)
    const merge = { articleId: left.id, targetId: right.id }
    expect((await server.call('article.merge', { body: merge }, token)).status).toBe(200)
    const linking = await titles(target)
    expect(linking).toHaveLength(2)
    expect(linking).toContain('Right')
  })

  test('by importing', async () => {
    const target = await buildTarget()
    const article = { id: newId(), title: 'Imported', icon: null, tags: [], workspaceId: workspace.id, parentId: null }
    const tabs = [{ id: newKey(), title: 'Note', note: noteWith(pathOf(target)) }]
    const member = { userId: owner.id, company: { id: company.id } } as Parameters<typeof insertImportedArticle>[1]
    await runTransaction(db, (trx) => insertImportedArticle(trx, member, { ...article, tabs, isPublished: true }))
    expect(await titles(target)).toEqual(['Imported'])
  })

  test('not by new names: of either article, or of the workspace', async () => {
    const target = await buildTarget()
    const article = await linkFrom(target, { title: 'Old' })
    await publish(article.id, { title: 'New' })
    await publish(target.id, { title: 'Renamed target' })
    await db.updateTable('workspaces').set({ title: 'Manuals' }).where('id', '=', workspace.id).execute()
    const [found] = (await list(target.id)).ok.articles
    expect(found).toMatchObject({ title: 'New', workspace: { title: 'Manuals', slug: 'manuals' } })
  })
})

describe('a linking article is shown where it is now', () => {
  const transfer = (article: BuiltArticle, companyId: string, workspaceId: string, by = token) =>
    server.call('article.transfer', { params: { id: article.id }, body: { companyId, workspaceId } }, by)

  test('in another workspace for those who see that', async () => {
    const target = await buildTarget()
    const article = await linkFrom(target, { title: 'Moved' })
    const own = await buildWorkspace(db, { company, owner, title: 'Own' })
    expect(await titles(target, viewerToken)).toEqual(['Moved'])
    expect((await transfer(article, company.id, own.id)).status).toBe(200)
    expect(await titles(target, viewerToken)).toEqual([])
    expect((await list(target.id)).ok.articles).toMatchObject([{ title: 'Moved', workspace: { title: 'Own' } }])
  })

  test('in another company not at all', async () => {
    const there = await buildCompany(db)
    await buildMember(db, there, { user: owner })
    const target = await buildTarget()
    const article = await linkFrom(target)
    const elsewhere = await buildWorkspace(db, { company: there, owner, visibility: 'public' })
    expect((await transfer(article, there.id, elsewhere.id)).status).toBe(200)
    expect(await titles(target)).toEqual([])
  })

  test('in the trash not at all, until it is restored', async () => {
    const target = await buildTarget()
    const article = await linkFrom(target, { title: 'Back again' })
    expect((await server.call('article.remove', { params: { id: article.id } }, token)).status).toBe(200)
    expect(await titles(target)).toEqual([])
    expect((await server.call('trash.restore', { params: { id: article.id } }, token)).status).toBe(200)
    expect(await titles(target)).toEqual(['Back again'])
  })

  test('and nothing is left of one that was purged', async () => {
    const target = await buildTarget()
    const article = await linkFrom(target, { deletedAt: new Date('2026-01-01') })
    await purgeArticles(db, new Date('2026-02-01'), 100)
    const left = await db.selectFrom('text_tabs').select('id').where('article_id', '=', article.id).execute()
    expect(left).toEqual([])
    expect((await list(target.id)).status).toBe(200)
  })
})

test('links of older texts are found once, in batches, and a repetition changes nothing', async () => {
  const target = await buildTarget()
  const articles = [await linkFrom(target), await linkFrom(target), await buildArticle(db, { workspace })]
  const ids = articles.map(({ id }) => id)
  await db.updateTable('text_tabs').set({ links: null }).where('article_id', 'in', ids).execute()
  expect(await titles(target)).toEqual([])
  for (const found of [2, 1, 0]) expect(await findMissingLinks(db, 2)).toBe(found)
  expect(await titles(target)).toHaveLength(2)
  const { rows } = await sql<{ links: string[] }>`
    select links from text_tabs where article_id = ${ids[2]}
  `.execute(db)
  expect(rows).toEqual([{ links: [] }])
})

test('an older text that was saved in the meantime keeps the links of its new content', async () => {
  const [former, present] = [await buildTarget(), await buildTarget()]
  const article = await linkFrom(former)
  await db.updateTable('text_tabs').set({ links: null }).where('article_id', '=', article.id).execute()
  const draft = await buildDraft(db, { original: article, textTabs: tabWith(pathOf(present)) })
  await publish(draft.id)
  await findMissingLinks(db, 100)
  expect([await titles(former), await titles(present)].map(({ length }) => length)).toEqual([0, 1])
})
