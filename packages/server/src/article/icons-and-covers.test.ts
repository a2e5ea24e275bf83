import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildFile } from '../file/file.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from './article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner })
const token = await server.signIn(owner, company)

const read = async (id: string) => (await server.call('article.get', { params: { id } }, token)).ok.article
const saveDraft = (id: string, body: ArticleInput) => server.call('article.saveDraft', { params: { id }, body }, token)
const publish = (id: string, body: Record<string, unknown> = {}) =>
  server.call('article.save', { params: { id }, body: { isPublish: true, ...body } }, token)
const readTree = async () =>
  (await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, token)).ok
const dusk = { source: 'dusk', position: 50 }

describe('a save', () => {
  test.each([
    ['words', 'icon'],
    ['two emojis', '🔥🔥'],
    ['a digit', '1'],
    ['something invisible', '🔥\u200B'],
    ['markup', '<b>🔥</b>'],
    ['nothing', ''],
  ])('refuses %s as icon', async (_name, icon) => {
    const draft = await buildDraft(db, { workspace })
    expect((await saveDraft(draft.id, { icon })).status).toBe(422)
  })

  test.each(['🔥', '👩🏽‍🚒', '🇺🇦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '❤️'])('accepts %s', async (icon) => {
    const draft = await buildDraft(db, { workspace })
    expect((await saveDraft(draft.id, { icon })).ok.article.icon).toBe(icon)
  })

  test('completes an emoji without its colour', async () => {
    const draft = await buildDraft(db, { workspace })
    expect((await saveDraft(draft.id, { icon: '❤' })).ok.article.icon).toBe('❤️')
  })

  test.each([
    'neon',
    'https://example.com/a.png',
    '/files/attachments/11/0191d7c2-5b0e-4c7a-9a55-2f6f6f1f0c11.bin',
    'url(javascript:alert(1))',
  ])('refuses the cover %s', async (source) => {
    const draft = await buildDraft(db, { workspace })
    expect((await saveDraft(draft.id, { cover: { source, position: 50 } })).status).toBe(422)
    expect((await saveDraft(draft.id, { cover: { source: 'dusk', position: 101 } })).status).toBe(422)
  })

  test('changes neither when it contains neither, and removes them with null', async () => {
    const draft = await buildDraft(db, { workspace, icon: '🔥', cover: dusk })
    const kept = (await saveDraft(draft.id, { title: 'Other' })).ok.article
    expect(kept).toMatchObject({ icon: '🔥', cover: { ...dusk, url: null } })
    expect((await saveDraft(draft.id, { icon: null, cover: null })).ok.article).toMatchObject({
      icon: null,
      cover: null,
    })
  })
})

describe('icon and cover of a draft', () => {
  test('are an unpublished change, until they are the published ones again', async () => {
    const article = await buildArticle(db, { workspace })
    const { hash } = await read(article.id)
    for (const change of [{ icon: '🔥' }, { cover: dusk }]) {
      const changed = (await saveDraft(article.id, change)).ok
      expect(changed.hash).not.toBe(hash)
      expect((await read(article.id)).draft).not.toBeNull()
      expect((await saveDraft(article.id, { icon: null, cover: null })).ok.hash).toBe(hash)
      expect((await read(article.id)).draft).toBeNull()
    }
    const moved = (await saveDraft(article.id, { cover: dusk })).ok.hash
    expect((await saveDraft(article.id, { cover: { ...dusk, position: 10 } })).ok.hash).not.toBe(moved)
  })

  test('are published with it, and the former ones are in the version and come back with it', async () => {
    const article = await buildArticle(db, { workspace, icon: '🔥', cover: dusk })
    const former = await read(article.id)
    await saveDraft(article.id, { icon: '🧯', cover: null })
    expect(await read(article.id)).toMatchObject({ icon: '🔥', cover: dusk })
    await publish(article.id)
    expect(await read(article.id)).toMatchObject({ icon: '🧯', cover: null })
    const params = { ws: '-', id: article.id }
    const { versions, currentChanges } = (await server.call('articleVersion.list', { params }, token)).ok
    expect(currentChanges).toEqual(['look'])
    const version = versions[0]?.version ?? 0
    const entry = { ...params, version: String(version) }
    const { icon, cover } = (await server.call('articleVersion.get', { params: entry }, token)).ok.article
    expect({ icon, cover }).toEqual({ icon: '🔥', cover: { ...dusk, url: null } })
    // As clients restore: they send what they read.
    expect((await publish(article.id, { icon, cover, isKeepDraft: true, restoresVersion: version })).status).toBe(200)
    expect((await read(article.id)).hash).toBe(former.hash)
  })

  test('are discarded with its other changes', async () => {
    const draft = await buildDraft(db, { workspace, icon: '🔥' })
    await saveDraft(draft.id, { icon: '🧯', cover: dusk })
    const discarded = (await server.call('draft.discard', { params: { id: draft.id }, body: {} }, token)).ok.article
    expect(discarded).toMatchObject({ icon: '🔥', cover: null })
  })

  test('keep a draft from being empty', async () => {
    const { ok } = await saveDraft('new', { workspace: workspace.id, icon: '🔥' })
    expect((await server.call('draft.get', { params: { id: ok.article.id } }, token)).ok.article.icon).toBe('🔥')
  })
})

describe('icon and cover of an article', () => {
  test('are copied with it, picture included', async () => {
    const article = await buildArticle(db, { workspace, icon: '🔥' })
    const file = await buildFile(db, { company, owner }, { articles: [article] })
    await saveDraft(article.id, { cover: { source: file.path, position: 0 } })
    await publish(article.id)
    const body = { articleId: article.id }
    const copy = (await server.call('article.duplicate', { body }, token)).ok.article
    expect(copy).toMatchObject({ icon: '🔥', cover: { source: file.path, position: 0 } })
    expect(copy.cover?.url).toContain(file.key)
  })

  test('go to the article it is merged into only where that has none', async () => {
    const left = await buildArticle(db, { workspace, icon: '🔥', cover: dusk })
    const target = await buildArticle(db, { workspace, icon: '🧯' })
    const body = { articleId: left.id, targetId: target.id }
    const merged = (await server.call('article.merge', { body }, token)).ok.article
    expect(merged).toMatchObject({ icon: '🧯', cover: dusk })
  })

  test('stay with it in another workspace and another company, and its hash stays true', async () => {
    const article = await buildArticle(db, { workspace, icon: '🔥', cover: dusk })
    const there = await buildCompany(db, { owner })
    for (const to of [
      await buildWorkspace(db, { company, owner }),
      await buildWorkspace(db, { company: there, owner }),
    ]) {
      const body = { companyId: to.companyId, workspaceId: to.id }
      const moved = await server.call('article.transfer', { params: { id: article.id }, body }, token)
      expect(moved.status).toBe(200)
    }
    const tokenThere = await server.signIn(owner, there)
    const { ok } = await server.call('article.saveDraft', { params: { id: article.id }, body: {} }, tokenThere)
    expect(ok.article).toMatchObject({ icon: '🔥', cover: dusk })
    expect(ok.hash).toBe((await server.call('article.get', { params: { id: article.id } }, tokenThere)).ok.article.hash)
  })

  test('an icon is in the tree, in lists and in the trash, and changes the revision of the tree', async () => {
    const article = await buildArticle(db, { workspace, title: 'With an icon' })
    const inTree = async () => (await readTree()).articles.find(({ id }) => id === article.id)?.icon
    expect(await inTree()).toBeNull()
    // Nothing else of its row changes.
    await db.updateTable('articles').set({ icon: '🔥' }).where('id', '=', article.id).execute()
    expect(await inTree()).toBe('🔥')
    const listed = (await server.call('article.list', { query: { title: 'With an icon' } }, token)).ok.articles
    expect(listed.map(({ icon }) => icon)).toEqual(['🔥'])
    await server.call('article.remove', { params: { id: article.id } }, token)
    const { articles } = (await server.call('trash.list', { params: { id: workspace.id } }, token)).ok
    expect(articles.find(({ id }) => id === article.id)?.icon).toBe('🔥')
  })
})
