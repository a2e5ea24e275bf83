import type { VersionArticle } from '@knowreel/shared/article/article-version.calls.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildUser } from '../../user/user.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildVersion, type BuiltArticle } from '../article.builder.ts'
import { articleVersionRoutes } from './version.routes.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [owner, editor, viewer] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner })
await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
const token = await server.signIn(owner, company)
const viewerToken = await server.signIn(viewer, company)
const elsewhere = await buildCompany(db)
const superAdmin = await buildMember(db, elsewhere, { user: await buildUser(db, { isSuperAdmin: true }) })
const superToken = await server.signIn(superAdmin, elsewhere)

const list = (article: BuiltArticle, by = token, ws = article.workspaceId) =>
  server.call('articleVersion.list', { params: { ws, id: article.id } }, by)
const read = (article: BuiltArticle, version: number, by = token, ws = article.workspaceId) =>
  server.call('articleVersion.get', { params: { ws, id: article.id, version: String(version) } }, by)
const remove = (article: BuiltArticle, version: number, by = token) =>
  server.call(
    'articleVersion.remove',
    { params: { ws: article.workspaceId, id: article.id, version: String(version) } },
    by,
  )
const getArticle = async (id: string) => (await server.call('article.get', { params: { id } }, token)).ok.article
const publish = (id: string, body: object) =>
  server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, token)

/** As the client does it. */
async function restore(article: BuiltArticle, version: number): Promise<VersionArticle> {
  const { article: content } = (await read(article, version)).ok
  const { title, tags, textTabs, pinnedNote, paragraphs } = content
  const body = { title, tags, textTabs, pinnedNote, paragraphs, isKeepDraft: true, restoresVersion: version }
  expect((await publish(article.id, body)).status).toBe(200)
  expect((await remove(article, version)).status).toBe(200)
  return content
}

const contentOf = async (id: string) => {
  const { title, tags, textTabs, pinnedNote, paragraphs, workspace: where, hash } = await getArticle(id)
  return { title, tags, textTabs, pinnedNote, paragraphs, workspaceId: where?.id, hash }
}

describe('the versions of an article', () => {
  test('are counted in the article for people who may edit it, and for nobody else', async () => {
    const article = await buildArticle(db, { workspace })
    const countFor = async (by: string) =>
      (await server.call('article.get', { params: { id: article.id } }, by)).ok.article.versionsCount
    expect(await countFor(token)).toBe(0)
    await buildVersion(db, { article })
    await buildVersion(db, { article })
    expect([await countFor(token), await countFor(viewerToken)]).toEqual([2, null])
    expect(
      (await server.call('article.saveDraft', { params: { id: article.id }, body: {} }, token)).ok.article,
    ).toMatchObject({ isDraft: true, versionsCount: null })
    const { article: published } = (await publish(article.id, { title: 'Changed' })).ok
    expect(published.versionsCount).toBe(3)
  })

  test('are its content before each publish, newest first, with who published it and when', async () => {
    const article = await buildArticle(db, { workspace, author: owner, title: 'First' })
    expect((await list(article)).ok.versions).toEqual([])
    await publish(article.id, { title: 'Second' })
    await publish(article.id, { title: 'Third' })
    const { versions } = (await list(article)).ok
    expect(versions.map(({ version, author, articleId }) => [version, author?.id, articleId])).toEqual([
      [2, owner.id, article.id],
      [1, owner.id, article.id],
    ])
    expect((await read(article, 1)).ok.article.title).toBe('First')
    expect((await read(article, 2)).ok.article.title).toBe('Second')
  })

  test('are not written when identical content is published again', async () => {
    const article = await buildArticle(db, { workspace, author: owner, title: 'Same' })
    await publish(article.id, { title: 'Same' })
    expect((await list(article)).ok.versions).toEqual([])
  })

  test('carry the id of their article and its whole content', async () => {
    const tab = { id: newKey(), title: 'Checklist', text: 'First look, then act.' }
    const article = await buildArticle(db, { workspace, author: owner, title: 'Now' })
    await buildVersion(db, {
      article,
      author: editor,
      title: 'Then',
      tags: ['meter'],
      textTabs: [tab],
      pinnedTabId: tab.id,
    })
    const { article: then, version } = (await read(article, 1)).ok
    expect(then).toMatchObject({ id: article.id, articleId: article.id, title: 'Then', tags: ['meter'], slug: 'then' })
    expect(then).toMatchObject({ pinnedNote: tab.id, isHasText: true, missingVideos: 0, draft: null })
    expect(then.textTabs).toMatchObject([{ id: tab.id, title: 'Checklist' }])
    expect(then.textTabs[0]?.text).toContain('First look, then act.')
    expect(version).toMatchObject({ version: 1, author: { id: editor.id } })
  })

  test('have no author if the account no longer exists', async () => {
    const article = await buildArticle(db, { workspace, author: owner })
    await buildVersion(db, { article })
    // As the foreign key does when an account is deleted.
    await db.updateTable('article_versions').set({ author_id: null }).where('article_id', '=', article.id).execute()
    expect((await list(article)).ok.versions).toMatchObject([{ author: null, profileImage: null }])
  })

  test('are found only under the workspace of the article, and only by an existing number', async () => {
    const article = await buildArticle(db, { workspace, author: owner })
    await buildVersion(db, { article })
    const other = await buildWorkspace(db, { company, owner })
    expect((await list(article, token, other.id)).status).toBe(404)
    expect((await list(article, token, workspace.shortId)).status).toBe(200)
    expect((await read(article, 1, token, other.shortId)).status).toBe(404)
    expect((await read(article, 2)).status).toBe(404)
    for (const version of ['0', '-1', '1e0', 'x', '99999999999']) {
      const params = { ws: workspace.id, id: article.id, version }
      expect((await server.call('articleVersion.get', { params }, token)).status, version).toBe(404)
    }
  })

  test('can be read and deleted by editors, not by viewers', async () => {
    const article = await buildArticle(db, { workspace, author: owner })
    await buildVersion(db, { article })
    expect((await list(article, viewerToken)).status).toBe(403)
    expect((await read(article, 1, viewerToken)).status).toBe(403)
    expect((await remove(article, 1, viewerToken)).status).toBe(403)
    expect((await remove(article, 1)).status).toBe(200)
    expect((await remove(article, 1)).status).toBe(404)
    expect((await list(article)).ok.versions).toEqual([])
  })

  test('keep their numbers: that of a deleted version is not reused', async () => {
    const article = await buildArticle(db, { workspace, author: owner, title: 'One' })
    await publish(article.id, { title: 'Two' })
    await remove(article, 1)
    await publish(article.id, { title: 'Three' })
    expect((await list(article)).ok.versions.map(({ version }) => version)).toEqual([2])
  })
})

describe('a super admin', () => {
  test('finds versions by article id without knowing the workspace', async () => {
    const article = await buildArticle(db, { workspace, author: owner, title: 'First' })
    await publish(article.id, { title: 'Second' })
    expect((await list(article, token, '-')).ok.versions).toHaveLength(1)
    expect((await read(article, 1, superToken, '-')).ok.article.title).toBe('First')
    expect((await list(article, viewerToken, '-')).status).toBe(403)
  })

  test('reads versions of any article except in personal workspaces, and changes none', async () => {
    const article = await buildArticle(db, { workspace, author: owner })
    await buildVersion(db, { article, title: 'Then' })
    expect((await list(article, superToken)).ok.versions).toHaveLength(1)
    expect((await read(article, 1, superToken)).ok.article.title).toBe('Then')
    expect((await remove(article, 1, superToken)).status).toBe(404)
    const { id } = await db
      .selectFrom('workspaces')
      .where('owner_id', '=', owner.id)
      .where('visibility', '=', 'personal')
      .select('id')
      .executeTakeFirstOrThrow()
    const own = await buildArticle(db, { workspace: { id }, author: owner })
    await buildVersion(db, { article: own })
    expect((await list(own, superToken)).status).toBe(404)
    expect((await list(own)).ok.versions).toHaveLength(1)
  })

  test('leaves a log line with each reading; an editor leaves none', async () => {
    const article = await buildArticle(db, { workspace, author: owner })
    await buildVersion(db, { article })
    const { handlers } = articleVersionRoutes({ db, signAddress: () => '', parents: { find: async () => null } })
    const lines: unknown[] = []
    const readBy = (rank: number) =>
      handlers['get']?.({
        params: { ws: workspace.id, id: article.id, version: '1' },
        subject: { ...article, access: { ...workspace, rank } },
        actor: { userId: superAdmin.id, sessionId: 's', isSuperAdmin: true, company: null },
        request: { log: { info: (facts: unknown) => lines.push(facts) } },
      } as never)
    await readBy(2)
    expect(lines).toEqual([])
    await readBy(0)
    expect(lines).toEqual([{ userId: superAdmin.id, articleId: article.id, version: 1 }])
  })
})

describe('restoring a version', () => {
  test('publishes it, keeps the previous content as a version, and leaves the draft and the position unchanged', async () => {
    const article = await buildArticle(db, { workspace, author: owner, title: 'Now' })
    const other = await buildWorkspace(db, { company, owner })
    await buildVersion(db, { article: { ...article, workspaceId: other.id }, title: 'Then' })
    const draft = await buildDraft(db, { original: article, author: owner, title: 'Being written' })
    await restore(article, 1)
    expect(await contentOf(article.id)).toMatchObject({ title: 'Then', workspaceId: workspace.id })
    expect((await list(article)).ok.versions.map(({ version }) => version)).toEqual([2])
    expect((await read(article, 2)).ok.article.title).toBe('Now')
    expect((await server.call('draft.get', { params: { id: draft.id } }, token)).ok.article.title).toBe('Being written')
  })

  test('ends a draft without changes, which would undo the restore', async () => {
    const article = await buildArticle(db, { workspace, author: owner, title: 'Now' })
    await buildVersion(db, { article, title: 'Then' })
    const opened = await server.call('article.saveDraft', { params: { id: article.id }, body: {} }, token)
    await restore(article, 1)
    const { id } = opened.ok.article
    expect((await server.call('draft.get', { params: { id } }, token)).status).toBe(404)
    expect((await getArticle(article.id)).draft).toBeNull()
    const again = await server.call('article.saveDraft', { params: { id: article.id }, body: {} }, token)
    expect(again.ok.article.title).toBe('Then')
  })

  test('followed by restoring the content before it returns the identical article', async () => {
    const tabs = [
      { id: newKey(), title: 'One', slug: 'one', text: 'A line\n\nand another' },
      { id: newKey(), title: 'Two', slug: 'two', text: '' },
    ]
    const article = await buildArticle(db, { workspace, author: owner, title: 'Now', textTabs: tabs, tags: ['a'] })
    await buildVersion(db, { article, title: 'Then', textTabs: [{ text: 'Other words' }] })
    const before = await contentOf(article.id)
    await restore(article, 1)
    expect((await contentOf(article.id)).hash).not.toBe(before.hash)
    await restore(article, 2)
    expect(await contentOf(article.id)).toEqual(before)
  })

  test('returns nodes that this server does not know', async () => {
    const note: NoteJson = {
      type: 'doc',
      content: [{ type: 'whiteboard', attrs: { board: 'b1' }, content: [{ type: 'text', text: 'A sketch' }] }],
    }
    const article = await buildArticle(db, { workspace, author: owner })
    await buildVersion(db, { article, textTabs: [{ id: newKey(), title: 'Note', note }] })
    await restore(article, 1)
    const { content } = await db
      .selectFrom('text_tabs')
      .where('article_id', '=', article.id)
      .select('content')
      .executeTakeFirstOrThrow()
    expect(content).toEqual(note)
  })

  test('brings back a recording that only the version plays, and omits one that is gone', async () => {
    const kept = await buildVideo(db, company, { duration: 5000 })
    const paragraph = (title: string, videoId: string) => ({
      id: newKey(),
      title,
      tags: [],
      isExpanded: true,
      map: wholeRecording(videoId, 5000),
      items: [],
    })
    const paragraphs = [paragraph('Kept', kept), paragraph('Gone', '01999999-0000-7000-8000-000000000000')]
    const article = await buildArticle(db, { workspace, author: owner })
    await buildVersion(db, { article, paragraphs })
    const content = await restore(article, 1)
    expect(content).toMatchObject({ missingVideos: 1, duration: 5000 })
    expect((await getArticle(article.id)).paragraphs).toMatchObject([{ title: 'Kept', videos: [kept] }])
  })
})

test('a version says what it changed in the one before it', async () => {
  const article = await buildArticle(db, { workspace, author: owner, title: 'Mount a gateway' })
  const publish = async (change: Parameters<typeof buildDraft>[1]) => {
    const draft = await buildDraft(db, { ...change, original: article, author: owner })
    const body = { isPublish: true, isNotification: false }
    expect((await server.call('article.save', { params: { id: draft.id }, body }, token)).status).toBe(200)
  }
  const changes = async () => {
    const { versions, currentChanges } = (await list(article)).ok
    return [currentChanges, ...versions.map((entry) => entry.changes)]
  }
  expect(await changes()).toEqual([null])
  await publish({ title: 'Mount two gateways' })
  await publish({ title: 'Mount two gateways', tags: ['gateway'] })
  // Newest first: the current one, the second, and the first, before which there is none.
  expect(await changes()).toEqual([['tags'], ['title'], null])
  await remove(article, 1)
  expect(await changes(), 'nothing to compare with').toEqual([['tags'], null])
})
