import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { describe, expect, test } from 'vitest'
import { buildArticle, buildDraft, buildVersion } from '../../article/article.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { setUpVisibleFiles } from './visible-files.fixture.ts'

const { server, db, company, colleague, tokens, newWorkspace, workspace, get, image, ask } = await setUpVisibleFiles()

type Who = keyof typeof tokens
const everybody = Object.keys(tokens) as Who[]
const coverOf = (file: { path: string }) => ({ source: file.path, position: 20 })
const read = (id: string, who: Who, draft?: '1') =>
  server.call('article.get', { params: { id }, query: { ...(draft && { draft }) } }, tokens[who])
const opens = async (url: string | null | undefined) => typeof url === 'string' && (await get(url)).status === 200

/** Those who get the cover with an article, and can open it. */
async function readersOf(id: string): Promise<Who[]> {
  const found: Who[] = []
  for (const who of everybody) {
    const answer = await read(id, who)
    if (answer.status === 200 && (await opens(answer.ok.article.cover?.url))) found.push(who)
  }
  return found
}

async function coveredArticle(overrides: Parameters<typeof buildArticle>[1] = { workspace }) {
  const article = await buildArticle(db, overrides)
  const file = await image(article)
  await db
    .updateTable('articles')
    .set({ cover: JSON.stringify(coverOf(file)) })
    .where('id', '=', article.id)
    .execute()
  return { article, file }
}

describe('the picture of a cover is visible', () => {
  test('to people who see the article', async () => {
    const { article, file } = await coveredArticle()
    expect(await readersOf(article.id)).toEqual(['owner', 'editor', 'viewer'])
    expect((await ask(file.path, 'viewer')).status, 'by its path').toBe(200)
    expect((await ask(file.path, 'colleague')).status).toBe(404)
    const open = await coveredArticle({ workspace: await newWorkspace('public') })
    expect(await readersOf(open.article.id)).toEqual(everybody)
  })

  test('while they see the article', async () => {
    const { article } = await coveredArticle({ workspace: await newWorkspace() })
    const { cover } = (await read(article.id, 'viewer')).ok.article
    expect(await opens(cover?.url)).toBe(true)
    await db.updateTable('articles').set({ deleted_at: new Date() }).where('id', '=', article.id).execute()
    await expect.poll(() => opens(cover?.url), { timeout: 5_000 }).toBe(false)
  })

  test('in a draft to its editors, and to readers once it is published', async () => {
    const article = await buildArticle(db, { workspace })
    const file = await image(article)
    await buildDraft(db, { original: article, cover: coverOf(file) })
    const { ok } = await read(article.id, 'editor', '1')
    expect(ok.article).toMatchObject({ isDraft: true, cover: coverOf(file) })
    expect(await opens(ok.article.cover?.url)).toBe(true)
    expect((await ask(file.path, 'viewer')).status).toBe(404)
    expect((await read(article.id, 'viewer', '1')).ok.article.cover).toBeNull()
    const body = { isPublish: true }
    expect((await server.call('article.save', { params: { id: article.id }, body }, tokens.editor)).status).toBe(200)
    expect(await readersOf(article.id)).toEqual(['owner', 'editor', 'viewer'])
  })

  test('in a never-published draft to those who may open it', async () => {
    const draft = await buildDraft(db, { workspace: null, company, author: colleague })
    const file = await image(draft)
    const body = { cover: coverOf(file) }
    const saved = await server.call('article.saveDraft', { params: { id: draft.id }, body }, tokens.colleague)
    expect(await opens(saved.ok.article.cover?.url)).toBe(true)
    expect((await ask(file.path, 'owner')).status).toBe(404)
  })

  test('in a version to editors and super admins, after the article has another one', async () => {
    const article = await buildArticle(db, { workspace })
    const file = await image(article)
    const { version } = await buildVersion(db, { article, cover: coverOf(file) })
    const params = { ws: '-', id: article.id, version: String(version) }
    for (const who of everybody) {
      const answer = await server.call('articleVersion.get', { params }, tokens[who])
      const url = answer.status === 200 ? answer.ok.article.cover?.url : null
      expect(await opens(url), who).toBe(['owner', 'editor', 'superAdmin'].includes(who))
    }
  })

  test('through a link, as long as the link opens the article', async () => {
    const { article, file } = await coveredArticle()
    const share = (shared: boolean) =>
      server.call('share.save', { params: { id: article.id }, body: { shared } }, tokens.owner)
    const token = (await share(true)).ok.sharedData.token ?? ''
    const { cover } = (await server.call('sharedBrowse.open', { params: { token } }, null)).ok.article
    expect(cover).toMatchObject(coverOf(file))
    expect(cover?.url).not.toContain(token)
    expect(await opens(cover?.url)).toBe(true)
    await share(false)
    await expect.poll(() => opens(cover?.url), { timeout: 5_000 }).toBe(false)
  })
})

test('a path that somebody does not see shows nothing as their cover, to nobody', async () => {
  const { file } = await coveredArticle()
  const own = await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner: colleague }) })
  const body = { cover: coverOf(file) }
  const saved = await server.call('article.saveDraft', { params: { id: own.id }, body }, tokens.colleague)
  const expected: Article['cover'] = { ...coverOf(file), url: null }
  expect(saved.ok.article.cover).toEqual(expected)
  expect((await ask(file.path, 'colleague')).status).toBe(404)
})

test('a picture of another article that they see belongs to this one from now on', async () => {
  const { file } = await coveredArticle()
  const other = await buildArticle(db, { workspace })
  const body = { cover: coverOf(file) }
  const saved = await server.call('article.saveDraft', { params: { id: other.id }, body }, tokens.editor)
  expect(await opens(saved.ok.article.cover?.url)).toBe(true)
})
