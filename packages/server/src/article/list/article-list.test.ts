import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import type { Member } from '../../access/index.ts'
import { listArticles, listDrafts, listOrderArticles, listWorkspaceArticles, readTree } from './article-list.queries.ts'
import { buildArticle, buildDraft, buildVersion } from '../article.builder.ts'
import { findPublishedRow } from '../article.queries.ts'
import { listAllowedConnections } from '../ports/note-access.ts'
import { createArticleParentCache } from '../read/article-parent-cache.ts'

const server = await startTestServer()
const { db } = server

/** A company of its own, so that its lists hold only what the test created. */
async function newWorld() {
  const company = await buildCompany(db)
  const [member, colleague] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: member })
  const tokens = { member: await server.signIn(member, company), colleague: await server.signIn(colleague, company) }
  return { company, member, colleague, workspace, tokens }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const list = async (token: string, page = 1) =>
  (await server.call('article.list', { query: { page: String(page) } }, token)).ok.articles
const drafts = async (token: string, query: { page?: string; type?: 'video' | 'notes' | 'both' } = {}) =>
  (await server.call('draft.list', { query }, token)).ok
const countOf = async (token: string) => (await server.call('draft.count', {}, token)).ok.draftsCount

describe('previews of articles', () => {
  const previews = async (token: string, ids: readonly string[]) =>
    (await server.call('article.previews', { query: { ids: ids.join(',') } }, token)).ok.previews
  const paragraphsOf = (videoId: string, from: number, to: number) => [
    { id: newKey(), title: 'A', tags: [], isExpanded: true, map: [{ videoId, in: from, dur: to - from }], items: [] },
  ]

  test('have the first words of notes, for those who see the article', async () => {
    const { workspace, tokens } = await newWorld()
    const text = `First line.\n${'word '.repeat(100)}`
    const article = await buildArticle(db, { workspace, textTabs: [{ text }] })
    const [preview] = await previews(tokens.member, [article.id, newId()])
    const { id, shortId, title } = article
    expect(preview).toMatchObject({ id, shortId, title, workspaceTitle: workspace.title, duration: 0, posterUrl: null })
    expect(await previews(tokens.member, [shortId])).toEqual([preview])
    expect((await server.call('article.previews', { query: { ids: 'neither' } }, tokens.member)).status).toBe(422)
    expect(preview?.excerpt).toMatch(/^First line\. word .* word$/)
    expect(preview?.excerpt.length).toBeLessThanOrEqual(200)
    expect(await previews(tokens.colleague, [article.id])).toEqual([])
    expect(await previews(tokens.colleague, [article.shortId])).toEqual([])
    expect(await previews(tokens.member, [])).toEqual([])
    const query = { ids: Array.from({ length: 61 }, () => newId()).join(',') }
    expect((await server.call('article.previews', { query }, tokens.member)).status).toBe(422)
  })

  test('have the words of a later tab if the first one has a rule only', async () => {
    const { workspace, tokens } = await newWorld()
    const rule = { note: { type: 'doc' as const, content: [{ type: 'horizontalRule' }] } }
    const article = await buildArticle(db, { workspace, textTabs: [rule, { text: 'Words.' }] })
    expect(await previews(tokens.member, [article.id])).toMatchObject([{ excerpt: 'Words.' }])
  })

  test('have the poster of what is played, never that of what was cut out', async () => {
    const { company, workspace, tokens } = await newWorld()
    const videoId = await buildVideo(db, company, { main_key: newKey(), duration: 10_000 })
    await db.updateTable('videos').set({ poster_key: 'poster-of-all' }).where('id', '=', videoId).execute()
    const whole = await buildArticle(db, { workspace, paragraphs: paragraphsOf(videoId, 0, 10_000) })
    const cut = await buildArticle(db, { workspace, paragraphs: paragraphsOf(videoId, 4000, 10_000) })
    const lost = await buildArticle(db, { workspace, paragraphs: paragraphsOf(newId(), 0, 10_000) })
    const ids = [whole.id, cut.id, lost.id]
    const posters = async () =>
      new Map((await previews(tokens.member, ids)).map(({ id, posterUrl }) => [id, posterUrl?.split('?')[0] ?? null]))
    const before = await posters()
    expect(before.get(whole.id)).toContain('poster-of-all')
    expect([before.get(cut.id), before.get(lost.id)]).toEqual([null, null])
    const { map_hash: hash } = await db
      .selectFrom('articles')
      .select('map_hash')
      .where('id', '=', cut.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('renditions')
      .values({ id: newId(), company_id: company.id, map_hash: hash ?? '', map: '[]', poster_key: 'poster-of-cut' })
      .execute()
    expect((await posters()).get(cut.id)).toContain('poster-of-cut')
  })
})

describe('the list of articles', () => {
  test('contains, if wanted, only recordings that the caller may download, with the text in their title', async () => {
    const { member, colleague, workspace, tokens } = await newWorld()
    await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
    const map = [{ videoId: newId(), in: 0, dur: 1000 }]
    const paragraphs = [{ id: newKey(), title: 'A', tags: [], isExpanded: true, map, items: [] }]
    const hers = await buildArticle(db, { workspace, author: colleague, title: '100% of a meter', paragraphs })
    const his = await buildArticle(db, { workspace, author: member, title: 'Meters', paragraphs })
    await buildArticle(db, { workspace, author: colleague, title: 'Meter notes' })
    const found = async (token: string, text: string) =>
      (await server.call('article.list', { query: { downloadable: '1', title: text } }, token)).ok.articles.map(
        ({ id }) => id,
      )
    expect(await found(tokens.member, 'meter')).toEqual([his.id, hers.id])
    expect(await found(tokens.colleague, '')).toEqual([hers.id])
    expect(await found(tokens.member, '0%')).toEqual([hers.id])
    expect(await found(tokens.member, '%')).toEqual([hers.id])
  })

  test('contains what the caller may see, newest first, with parents, without drafts and deleted ones', async () => {
    const { company, member, workspace, tokens } = await newWorld()
    const parent = await buildArticle(db, { workspace, createdAt: daysAgo(3), title: 'Oldest' })
    const child = await buildArticle(db, { workspace, parent, createdAt: daysAgo(2), isArchived: true })
    const open = await buildWorkspace(db, { company, owner: company.owner, visibility: 'organization' })
    const everyones = await buildArticle(db, { workspace: open, createdAt: daysAgo(1) })
    await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner: company.owner }) })
    await buildArticle(db, { workspace, deletedAt: new Date() })
    await buildDraft(db, { workspace, author: member })
    const rows = await list(tokens.member)
    expect(rows.map(({ id, parentArticle }) => [id, parentArticle])).toEqual([
      [everyones.id, null],
      [child.id, parent.id],
      [parent.id, null],
    ])
    expect(rows[1]).toMatchObject({
      isArchived: true,
      isHasText: true,
      isDraft: false,
      workspace: { id: workspace.id },
    })
    expect((await list(tokens.colleague)).map(({ id }) => id)).toEqual([everyones.id])
  })

  test('has pages of fifty', async () => {
    const { workspace, tokens } = await newWorld()
    for (let index = 0; index < 53; index++) await buildArticle(db, { workspace, createdAt: daysAgo(index) })
    const [first, second, third] = [
      await list(tokens.member),
      await list(tokens.member, 2),
      await list(tokens.member, 3),
    ]
    expect([first.length, second.length, third.length]).toEqual([50, 3, 0])
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(53)
  })
})

test('includes archived articles in the tree of a workspace, with the same data as reading the article', async () => {
  const { workspace, tokens } = await newWorld()
  const text = await buildArticle(db, { workspace, title: 'Text', isArchived: true })
  const empty = await buildArticle(db, { workspace, title: 'Empty', textTabs: [{ text: '\n \n' }], duration: 5000 })
  const { articles } = (await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, tokens.member))
    .ok
  const listed = new Map(articles.map((entry) => [entry.id, entry]))
  for (const { id } of [text, empty]) {
    const article = (await server.call('article.get', { params: { id } }, tokens.member)).ok.article
    const { shortId, slug, title, icon, duration, isHasText, isArchived, updatedAt } = article
    const wanted = {
      id,
      shortId,
      slug,
      title,
      icon,
      duration,
      isHasText,
      isFirstTabFilled: isHasText,
      isArchived,
      updatedAt,
    }
    expect(listed.get(id)).toEqual(wanted)
  }
  expect([listed.get(text.id)?.isHasText, listed.get(empty.id)?.isHasText, listed.size]).toEqual([true, false, 2])
})

test('shows in the tree whether the first tab of each article can be exported', async () => {
  const { workspace, tokens } = await newWorld()
  const later = await buildArticle(db, { workspace, textTabs: [{ text: '' }, { text: 'only here' }] })
  const first = await buildArticle(db, { workspace, textTabs: [{ text: 'here' }, { text: '' }] })
  const none = await buildArticle(db, { workspace, textTabs: [], duration: 5000 })
  const { articles } = (await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, tokens.member))
    .ok
  const listed = new Map(articles.map(({ id, isFirstTabFilled }) => [id, isFirstTabFilled]))
  expect([listed.get(later.id), listed.get(first.id), listed.get(none.id)]).toEqual([false, true, false])
})

test.each<[string, NoteNode]>([
  ['a picture', { type: 'paragraph', content: [{ type: 'image', attrs: { src: `/files/images/aa/${newId()}.png` } }] }],
  ['an empty table', { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell' }] }] }],
  ['a rule', { type: 'horizontalRule' }],
])('counts %s as notes, in an article, its tree, its draft and its version', async (_, block) => {
  const { company, member, workspace, tokens } = await newWorld()
  const tab = { id: newKey(), note: { type: 'doc' as const, content: [block] } }
  const article = await buildArticle(db, { workspace, author: member, textTabs: [tab] })
  await buildVersion(db, { article, textTabs: [tab] })
  const draft = await buildDraft(db, { workspace, company, author: member, duration: 5000, textTabs: [tab] })
  const tree = await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, tokens.member)
  expect(tree.ok.articles).toMatchObject([{ isHasText: true, isFirstTabFilled: true }])
  expect((await list(tokens.member))[0]?.isHasText).toBe(true)
  expect((await drafts(tokens.member, { type: 'both' })).articles.map(({ id }) => id)).toEqual([draft.id])
  const version = { params: { ws: workspace.id, id: article.id, version: '1' } }
  const read = [
    await server.call('article.get', { params: { id: article.id } }, tokens.member),
    await server.call('draft.get', { params: { id: draft.id } }, tokens.member),
    await server.call('articleVersion.get', version, tokens.member),
  ]
  expect(read.map(({ ok }) => ok.article.isHasText)).toEqual([true, true, true])
})

describe('the list of drafts', () => {
  test('contains those I created or saved last, newest first, with their count', async () => {
    const { member, colleague, workspace, tokens } = await newWorld()
    await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
    const article = await buildArticle(db, { workspace })
    const mine = await buildDraft(db, {
      workspace: null,
      company: { id: workspace.companyId },
      author: member,
      updatedAt: daysAgo(3),
    })
    const ofArticle = await buildDraft(db, {
      original: article,
      author: member,
      title: 'Changed',
      updatedAt: daysAgo(2),
    })
    const savedLast = await buildDraft(db, { workspace, author: colleague, updatedBy: member, updatedAt: daysAgo(1) })
    const theirs = await buildDraft(db, { workspace, author: colleague })
    await buildDraft(db, { original: await buildArticle(db, { workspace }), author: member })
    const { articles, count } = await drafts(tokens.member)
    expect(articles.map(({ id }) => id)).toEqual([savedLast.id, ofArticle.id, mine.id])
    expect(articles.map(({ original }) => original?.id ?? null)).toEqual([null, article.id, null])
    expect(articles[2]?.workspace).toBeNull()
    expect([count, await countOf(tokens.member)]).toEqual([3, 3])
    expect((await drafts(tokens.colleague)).articles.map(({ id }) => id).toSorted()).toEqual(
      [savedLast.id, theirs.id].toSorted(),
    )
  })

  test('omits those I saved but may no longer open', async () => {
    const { member, colleague, workspace, tokens } = await newWorld()
    await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
    await buildDraft(db, { workspace, author: member, updatedBy: colleague })
    expect(await countOf(tokens.colleague)).toBe(1)
    await db.deleteFrom('workspace_roles').where('workspace_id', '=', workspace.id).execute()
    expect([await countOf(tokens.colleague), (await drafts(tokens.colleague)).articles]).toEqual([0, []])
  })

  test('is filtered by type and has pages of twenty', async () => {
    const { member, workspace, tokens } = await newWorld()
    const both = await buildDraft(db, { workspace, author: member, duration: 1000 })
    const video = await buildDraft(db, {
      workspace,
      author: member,
      duration: 1000,
      textTabs: [{ id: newKey(), text: '' }],
    })
    for (let index = 0; index < 21; index++) await buildDraft(db, { workspace, author: member })
    expect((await drafts(tokens.member, { type: 'video' })).articles.map(({ id }) => id)).toEqual([video.id])
    expect((await drafts(tokens.member, { type: 'both' })).articles.map(({ id }) => id)).toEqual([both.id])
    const pages = await Promise.all(['1', '2', '3'].map((page) => drafts(tokens.member, { type: 'notes', page })))
    expect(pages.map(({ articles, count }) => [articles.length, count])).toEqual([
      [20, 21],
      [1, 21],
      [0, 21],
    ])
  })
})

test('every list, and reading one article, is one statement beside those for orders that are not cached', async () => {
  const { company, workspace, member } = await newWorld()
  for (let index = 0; index < 3; index++) {
    await buildArticle(db, { workspace, tags: ['one'] })
    await buildDraft(db, { workspace, author: member })
  }
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1
      return result
    },
  })
  const actor: Member = {
    sessionId: newId(),
    userId: member.id,
    isSuperAdmin: false,
    company: { id: company.id, isActivated: true, isPaid: true, role: 'user', status: 'active' },
  }
  const view = { actor, signAddress: (key: string) => key, parents: createArticleParentCache(db) }
  const article = await buildArticle(db, { workspace })
  const lists: Record<string, () => Promise<unknown>> = {
    articles: () => listArticles(counting, view, { page: 1, downloadable: false }),
    ofWorkspace: () => listWorkspaceArticles(counting, workspace.id, view),
    tree: () => readTree(counting, workspace.id),
    order: () => listOrderArticles(counting, workspace.id),
    drafts: () => listDrafts(counting, view, { page: 1, type: 'notes' }),
    one: () => findPublishedRow(counting, actor, article.shortId),
    connections: () => listAllowedConnections(counting, [{ id: '1', actor, articleId: article.id }]),
  }
  for (const [name, read] of Object.entries(lists)) {
    statements = 0
    await read()
    expect([name, statements]).toEqual([name, 1])
  }
})

test('the articles of a workspace are capped at 1000, and the response says so', async () => {
  const { company, member, workspace, tokens } = await newWorld()
  const fill = (from: number, to: number) =>
    sql`
      insert into articles (id, short_id, company_id, workspace_id, author_id, title, published_at)
      select gen_random_uuid(), 'many' || n, ${company.id}, ${workspace.id}, ${member.id}, 'Of many', now()
      from generate_series(${from}::int, ${to}::int) n
    `.execute(db)
  const articlesOf = async () =>
    (await server.call('workspace.articles', { params: { id: workspace.id }, query: {} }, tokens.member)).ok
  await fill(1, 1000)
  const full = await articlesOf()
  expect([full.articles.length, full.isTruncated]).toEqual([1000, undefined])
  await fill(1001, 1001)
  const cut = await articlesOf()
  expect([cut.articles.length, cut.isTruncated]).toEqual([1000, true])
})
