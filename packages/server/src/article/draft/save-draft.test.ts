import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { readNoteJson } from '../../note/index.ts'
import { replaceNoteContent } from '../../note/replace-note-content.fixture.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildNote } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, colleague, viewer] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner: author })
await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
const token = await server.signIn(author, company)
const colleagueToken = await server.signIn(colleague, company)
const viewerToken = await server.signIn(viewer, company)

type Body = Parameters<typeof server.call<'article.saveDraft'>>[1]['body']
const save = (id: string, body: Body = {}, by = token) => server.call('article.saveDraft', { params: { id }, body }, by)
const tab = (title: string, text = `<p>${title}</p>`) => ({ id: newKey(), title, text })
const countRows = async (where: { original?: string; author?: string }) => {
  let query = db.selectFrom('articles').where('deleted_at', 'is', null).where('published_at', 'is', null).select('id')
  if (where.original) query = query.where('original_id', '=', where.original)
  if (where.author) query = query.where('author_id', '=', where.author)
  return (await query.execute()).length
}

describe('creating an article', () => {
  test('creates a draft with title, workspace, tags and tabs', async () => {
    const { ok } = await save('new', {
      title: 'Replace a meter',
      workspace: workspace.shortId,
      tags: [' Field ', 'field', 'meter'],
      textTabs: [tab('Steps', '<p>Pull the <b>main</b> switch.</p>'), { id: newKey() }],
    })
    expect(ok.article).toMatchObject({
      isDraft: true,
      original: null,
      title: 'Replace a meter',
      slug: 'replace-a-meter',
      tags: ['Field', 'meter'],
      workspace: { id: workspace.id },
      isHasText: true,
      publishedAt: null,
      author: { id: author.id },
      updatedByUser: { id: author.id },
      abilities: { editArticles: true },
    })
    expect(ok.article.textTabs.map(({ title, slug }) => [title, slug])).toEqual([
      ['Steps', 'steps'],
      ['Note', 'note'],
    ])
    expect(ok.article.textTabs[0]?.text).toContain('Pull the <strong>main</strong> switch.')
    expect(ok.hash).toBe(ok.article.hash)
    expect((await server.call('draft.get', { params: { id: ok.article.shortId } }, token)).ok.article).toEqual(
      ok.article,
    )
  })

  test('accepts an empty title, for drafts only', async () => {
    expect((await save('new', {})).ok.article.title).toBe('')
  })

  test('twice with the same clientId creates one row, also concurrently', async () => {
    const someone = await buildMember(db, company)
    const by = await server.signIn(someone, company)
    const clientId = newId()
    const tries = await Promise.all([1, 2, 3, 4].map((title) => save('new', { title: `Try ${title}`, clientId }, by)))
    expect(new Set(tries.map(({ ok }) => ok.article.id)).size).toBe(1)
    const later = (await save('new', { title: 'Later', clientId }, by)).ok.article
    expect([later.id, later.title]).toEqual([tries[0]?.ok.article.id, 'Later'])
    expect(await countRows({ author: someone.id })).toBe(1)
  })

  test('with a clientId that was used in another company creates a draft in this one', async () => {
    const other = await buildCompany(db)
    const someone = await buildMember(db, company)
    await buildMember(db, other, { user: someone })
    const clientId = newId()
    const here = (await save('new', { title: 'Secret plan', clientId }, await server.signIn(someone, company))).ok
      .article
    const by = await server.signIn(someone, other)
    const there = (await save('new', { title: 'Harmless', clientId }, by)).ok.article
    expect([there.id === here.id, there.title]).toEqual([false, 'Harmless'])
    expect((await save('new', { clientId }, by)).ok.article.id).toBe(there.id)
    const published = await server.call(
      'article.save',
      { params: { id: 'new' }, body: { clientId, title: 'Harmless', workspace: workspace.id, isPublish: true } },
      by,
    )
    expect(published.error.code).toBe('unknown_workspace')
  })

  test('with the clientId of a deleted draft finds nothing', async () => {
    const clientId = newId()
    const { article } = (await save('new', { title: 'Gone', clientId })).ok
    await server.call('draft.remove', { params: { id: article.id } }, token)
    expect((await save('new', { title: 'Gone', clientId })).status).toBe(404)
  })

  test('refuses a workspace in which the caller may not edit articles, whether it exists or not', async () => {
    const archived = await buildWorkspace(db, { company, owner: author, isArchived: true })
    const foreign = await buildWorkspace(db)
    for (const [id, by] of [
      [workspace.id, viewerToken],
      [archived.id, token],
      [foreign.id, token],
      [newId(), token],
      ['nothing', token],
    ] as const) {
      const { status, error } = await save('new', { title: 'x', workspace: id }, by)
      expect([status, error.code]).toEqual([422, 'unknown_workspace'])
    }
  })

  test('under a parent accepts only a text article that the caller may edit', async () => {
    const parent = await buildArticle(db, { workspace })
    const video = await buildArticle(db, { workspace, duration: 60_000 })
    expect((await save('new', { parentArticle: parent.shortId })).ok.article.parentArticle).toBe(parent.id)
    expect((await save('new', { parentArticle: video.id })).error.code).toBe('parent_not_text')
    expect((await save('new', { parentArticle: parent.id }, viewerToken)).error.code).toBe('unknown_article')
    expect((await save('new', { parentArticle: newId() })).error.code).toBe('unknown_article')
  })
})

describe('saving a draft', () => {
  test('merges field by field, so that two people who change different fields both succeed', async () => {
    const draft = await buildDraft(db, { workspace, author, title: 'Old', tags: ['one'] })
    const both = await Promise.all([
      save(draft.id, { title: 'New' }),
      save(draft.id, { tags: ['two'] }, colleagueToken),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { article } = (await server.call('draft.get', { params: { id: draft.id } }, token)).ok
    expect([article.title, article.tags]).toEqual(['New', ['two']])
  })

  test('ignores fields that cannot be set, because clients send the whole article back', async () => {
    const { article } = (
      await server.call('draft.get', { params: { id: (await buildDraft(db, { workspace, author })).id } }, token)
    ).ok
    const whole = { ...article, author: { id: colleague.id }, updatedByUser: colleague.id, isArchived: true, hash: 'x' }
    const { ok } = await save(article.id, whole as unknown as Body)
    expect(ok.article).toEqual(article)
  })

  test('ignores the text of a tab that has a live document, but sets its title and position', async () => {
    const [first, second] = [newKey(), newKey()]
    const textTabs = [
      { id: first, title: 'One', text: 'what is in the document' },
      { id: second, title: 'Two', text: 'the other' },
    ]
    const draft = await buildDraft(db, { workspace, author, textTabs })
    const { ok } = await save(draft.id, {
      textTabs: [
        { id: second, title: 'Second', text: '<p>overwritten</p>' },
        { id: first, title: ' ', text: '<p>overwritten</p>' },
      ],
    })
    expect(ok.article.textTabs.map(({ id, title, slug }) => [id, title, slug])).toEqual([
      [second, 'Second', 'second'],
      [first, 'Note', 'note'],
    ])
    expect(ok.article.textTabs[0]?.text).toContain('the other')
    expect(ok.article.textTabs[1]?.text).toContain('what is in the document')
    const stored = await db.selectFrom('text_tabs').where('article_id', '=', draft.id).select('html').execute()
    expect(JSON.stringify(stored)).not.toContain('overwritten')
  })

  test('returns the text of the live document, with a matching hash', async () => {
    const draft = await buildDraft(db, { workspace, author, textTabs: [{ text: 'before' }] })
    const before = (await save(draft.id)).ok
    await replaceNoteContent(
      db,
      null,
      { articleId: draft.id, tabId: before.article.textTabs[0]?.id ?? '' },
      buildNote('after'),
    )
    const after = (await save(draft.id)).ok
    expect(after.article.textTabs[0]?.text).toContain('after')
    expect(after.hash).not.toBe(before.hash)
  })

  test('refuses a fourth tab and a duplicate key', async () => {
    const draft = await buildDraft(db, { workspace, author, textTabs: [] })
    const four = await save(draft.id, { textTabs: ['a', 'b', 'c', 'd'].map((title) => tab(title)) })
    expect([four.status, four.error.code]).toEqual([422, 'too_many_text_tabs'])
    const one = tab('a')
    const twice = await save(draft.id, { textTabs: [one, { ...one, title: 'b' }] })
    expect([twice.status, twice.error.code]).toEqual([422, 'text_tab_key_taken'])
    expect((await save(draft.id, { textTabs: [{ id: 'no key' }] })).status).toBe(422)
  })

  test('keeps a tab that a colleague created in the meantime if the client sends the tabs it knew', async () => {
    const draft = await buildDraft(db, { workspace, author, textTabs: [] })
    const [mine, theirs] = [tab('Mine'), tab('Theirs')]
    await Promise.all([
      save(draft.id, { textTabs: [mine], knownTextTabs: [] }),
      save(draft.id, { textTabs: [theirs], knownTextTabs: [] }, colleagueToken),
    ])
    const { article } = (await server.call('draft.get', { params: { id: draft.id } }, token)).ok
    expect(article.textTabs.map(({ title }) => title).toSorted()).toEqual(['Mine', 'Theirs'])
  })

  test('pins one tab, and unpins it when it is deleted', async () => {
    const [first, second] = [newKey(), newKey()]
    const draft = await buildDraft(db, { workspace, author, textTabs: [{ id: first }, { id: second, slug: 'note-2' }] })
    expect((await save(draft.id, { pinnedNote: second })).ok.article.pinnedNote).toBe(second)
    const { ok } = await save(draft.id, { textTabs: [{ id: first }] })
    expect([ok.article.pinnedNote, ok.article.textTabs.length]).toEqual([null, 1])
    expect((await save(draft.id, { pinnedNote: second })).ok.article.pinnedNote).toBeNull()
  })

  test('keeps the document of a deleted tab, which has its text again when it comes back', async () => {
    const id = newKey()
    const draft = await buildDraft(db, { workspace, author, textTabs: [{ id, text: 'kept words' }] })
    await save(draft.id, { textTabs: [] })
    expect(await readNoteJson(db, draft.id, id)).not.toBeNull()
    const { ok } = await save(draft.id, { textTabs: [{ id, title: 'Back', text: '<p></p>' }] })
    expect(ok.article.textTabs[0]?.text).toContain('kept words')
  })

  test('refuses more than twenty tags and a text that no editor could produce', async () => {
    const draft = await buildDraft(db, { workspace, author })
    expect((await save(draft.id, { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) })).status).toBe(422)
    expect((await save(draft.id, { tags: ['x'.repeat(51)] })).status).toBe(422)
    const long = await save(draft.id, { textTabs: [tab('Long', `<p>${'word '.repeat(13_000)}</p>`)] })
    expect(long.error.errors?.[0]).toMatchObject({ field: 'textTabs' })
  })

  test('may keep a workspace that the author has lost access to, but not choose it again', async () => {
    const theirs = await buildWorkspace(db, { company, owner: colleague, title: 'Not to be seen' })
    const draft = await buildDraft(db, { workspace: theirs, author })
    const { article } = (await server.call('draft.get', { params: { id: draft.id } }, token)).ok
    expect([article.workspace, article.abilities.editArticles]).toEqual([null, true])
    expect((await save(draft.id, { title: 'x', workspace: theirs.id })).status).toBe(200)
    const other = await buildDraft(db, { workspace, author })
    expect((await save(other.id, { workspace: theirs.id })).error.code).toBe('unknown_workspace')
  })
})

describe('opening a published article to edit it', () => {
  test('creates its draft: a copy with its own live documents and no change yet', async () => {
    const article = await buildArticle(db, {
      workspace,
      author,
      tags: ['a'],
      textTabs: [{ title: 'Steps', text: 'One.' }],
    })
    const published = (await server.call('article.get', { params: { id: article.id } }, token)).ok.article
    const { ok } = await save(article.shortId, {}, colleagueToken)
    expect(ok.article).toMatchObject({
      isDraft: true,
      original: { id: article.id, shortId: article.shortId },
      tags: ['a'],
    })
    expect(ok.article.id).not.toBe(article.id)
    expect(ok.article.textTabs).toEqual(published.textTabs)
    expect(ok.hash).toBe(published.hash)
    expect(await readNoteJson(db, ok.article.id, ok.article.textTabs[0]?.id ?? '')).not.toBeNull()
    expect(await readNoteJson(db, article.id, ok.article.textTabs[0]?.id ?? '')).toBeNull()
  })

  test('finds an existing draft, whoever created it, and does not make the reader its last editor', async () => {
    const article = await buildArticle(db, { workspace, author })
    const first = (await save(article.id)).ok.article
    const second = (await save(article.id, {}, colleagueToken)).ok.article
    expect(second.id).toBe(first.id)
    expect(second.updatedAt).toBe(first.updatedAt)
    expect(second.updatedByUser?.id).toBe(author.id)
    expect((await save(article.id, { title: 'Changed' }, colleagueToken)).ok.article.updatedByUser?.id).toBe(
      colleague.id,
    )
  })

  test('creates one draft when many open it concurrently', async () => {
    const article = await buildArticle(db, { workspace, author })
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        save(article.id, { title: `Title ${index}` }, index % 2 ? token : colleagueToken),
      ),
    )
    expect(new Set(all.map(({ ok }) => ok.article.id)).size).toBe(1)
    expect(await countRows({ original: article.id })).toBe(1)
  })

  test('creates no draft by reading; ?draft=1 returns an existing one to those who may edit', async () => {
    const article = await buildArticle(db, { workspace, author, title: 'As published' })
    const read = async (by: string) =>
      (await server.call('article.get', { params: { id: article.id }, query: { draft: '1' } }, by)).ok.article
    expect((await read(token)).isDraft).toBe(false)
    expect(await countRows({ original: article.id })).toBe(0)
    await save(article.id, { title: 'As changed' })
    expect((await read(colleagueToken)).title).toBe('As changed')
    expect((await read(viewerToken)).title).toBe('As published')
  })

  test('makes the article name its draft, once it has changes, to those who may edit', async () => {
    const article = await buildArticle(db, { workspace, author })
    const read = async (by: string) =>
      (await server.call('article.get', { params: { id: article.id } }, by)).ok.article.draft
    const draft = (await save(article.id)).ok.article
    expect(await read(token)).toBeNull()
    await save(article.id, { title: 'Changed' })
    expect(await read(token)).toMatchObject({ id: draft.id, shortId: draft.shortId, user: { id: author.id } })
    expect(await read(viewerToken)).toBeNull()
  })

  test('is forbidden for viewers, and strangers do not even learn that it exists', async () => {
    const article = await buildArticle(db, { workspace, author })
    const stranger = await buildCompany(db)
    expect((await save(article.id, {}, viewerToken)).status).toBe(403)
    expect((await save(article.id, {}, await server.signIn(stranger.owner, stranger))).status).toBe(404)
  })
})

test('with isPublish false is a manual save, and discarding returns to it', async () => {
  const draft = await buildDraft(db, { workspace, author, title: 'First' })
  await save(draft.id, { title: 'Second' })
  const { ok } = await server.call(
    'article.save',
    { params: { id: draft.id }, body: { title: 'Third', isPublish: false } },
    token,
  )
  expect(ok.article).toMatchObject({ isDraft: true, title: 'Third' })
  await save(draft.id, { title: 'Fourth' })
  const discarded = await server.call('draft.discard', { params: { id: draft.id }, body: {} }, token)
  expect(discarded.ok.article?.title).toBe('Third')
})
