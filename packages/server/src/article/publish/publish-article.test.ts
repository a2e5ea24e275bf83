import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { maxOrderDepth } from '@knowreel/shared/workspace/order-tree.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { NoteClient } from '../../../test/clients/note-client.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { readNotesOfArticle } from '../../note/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { articleHash } from '../article-hash.ts'
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
const other = await buildWorkspace(db, { company, owner: author, title: 'Somewhere else' })
await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
const token = await server.signIn(author, company)
const colleagueToken = await server.signIn(colleague, company)
const viewerToken = await server.signIn(viewer, company)

type Body = Parameters<typeof server.call<'article.save'>>[1]['body']
const publish = (id: string, body: Body = {}, by = token) =>
  server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, by)
const saveDraft = (id: string, body: Body = {}, by = token) =>
  server.call('article.saveDraft', { params: { id }, body }, by)
const read = async (id: string, by = token) => (await server.call('article.get', { params: { id } }, by)).ok.article
const orderOf = async (id: string) => (await server.call('workspace.get', { params: { id } }, token)).ok.workspace.order
const versionsOf = (articleId: string) =>
  db.selectFrom('article_versions').where('article_id', '=', articleId).selectAll().orderBy('version').execute()

const clients: NoteClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
async function openNote(articleId: string, tabId: string, by = token): Promise<NoteClient> {
  const url = `${server.url.replace('http', 'ws')}/collaboration`
  const client = new NoteClient({ url, address: { articleId, tabId }, token: by })
  clients.push(client)
  await expect.poll(() => client.isSynced, { timeout: 5000 }).toBe(true)
  return client
}

describe('publishing an article for the first time', () => {
  test('keeps its id and puts it first in the order', async () => {
    const workspace = await buildWorkspace(db, { company, owner: author })
    const older = await buildArticle(db, { workspace })
    const draft = await buildDraft(db, { workspace, author, title: 'Fresh', textTabs: [{ text: 'Words.' }] })
    const { article } = (await publish(draft.id)).ok
    expect(article).toMatchObject({ id: draft.id, shortId: draft.shortId, isDraft: false, title: 'Fresh', draft: null })
    expect(article.publishedAt).not.toBeNull()
    expect(await orderOf(workspace.id)).toEqual([
      { value: draft.id, items: [] },
      { value: older.id, items: [] },
    ])
    expect(await read(draft.shortId)).toEqual(article)
    expect(await versionsOf(draft.id)).toEqual([])
  })

  test('puts a sub-article under its parent, or on the top level if the parent is gone', async () => {
    const workspace = await buildWorkspace(db, { company, owner: author })
    const parent = await buildArticle(db, { workspace })
    const child = await buildDraft(db, { workspace, author, parent })
    expect((await publish(child.id)).ok.article.parentArticle).toBe(parent.id)
    expect(await orderOf(workspace.id)).toEqual([{ value: parent.id, items: [{ value: child.id, items: [] }] }])
    const orphan = await buildDraft(db, { workspace, author, parent })
    await server.call('article.remove', { params: { id: parent.id } }, token)
    expect((await publish(orphan.id)).ok.article.parentArticle).toBeNull()
    expect(await orderOf(workspace.id)).toEqual([{ value: orphan.id, items: [] }])
  })

  test('puts a sub-article on the top level if its parent is on the deepest one', async () => {
    const workspace = await buildWorkspace(db, { company, owner: author })
    const parents = [await buildArticle(db, { workspace })]
    while (parents.length < maxOrderDepth) parents.push(await buildArticle(db, { workspace, parent: parents.at(-1) }))
    const draft = await buildDraft(db, { workspace, author, parent: parents.at(-1) })
    expect((await publish(draft.id)).ok.article.parentArticle).toBeNull()
    expect((await orderOf(workspace.id)).map(({ value }) => value)).toEqual([draft.id, parents[0]?.id])
  })

  test('includes the content that was sent, and creates the row if there is none', async () => {
    const draft = await buildDraft(db, { workspace, author, title: '' })
    expect((await publish(draft.id, { title: 'Named at last', tags: ['x'] })).ok.article).toMatchObject({
      title: 'Named at last',
      tags: ['x'],
    })
    const clientId = newId()
    const body = {
      title: 'Immediately',
      workspace: workspace.id,
      clientId,
      textTabs: [{ id: newKey(), title: 'Steps', text: '<p>One</p>' }],
    }
    const first = (await publish('new', body)).ok.article
    expect(first).toMatchObject({ isDraft: false, title: 'Immediately', isHasText: true })
    expect((await publish('new', body)).ok.article.id).toBe(first.id)
    const changed = await publish('new', { ...body, title: 'Changed since' })
    expect([changed.status, changed.error.code]).toEqual([409, 'already_published'])
  })

  test.each([
    ['Article title can not be empty', { title: '  ', workspace: null }, 'article_title_empty'],
    ['Article title can not be empty', { title: '' }, 'article_title_empty'],
    ['Article workspace can not be empty', { title: 'With a title', workspace: null }, 'article_workspace_empty'],
  ] as const)('is refused with %j for %j', async (text, body, code) => {
    const draft = await buildDraft(db, { workspace, author })
    const { status, error } = await publish(draft.id, body)
    expect([status, error.error, error.code]).toEqual([422, text, code])
    expect((await publish('new', { workspace: workspace.id, ...body })).error.code).toBe(code)
    expect((await server.call('draft.get', { params: { id: draft.id } }, token)).ok.article.isDraft).toBe(true)
  })

  test('requires the right to edit articles in the workspace at that moment', async () => {
    const lost = await buildWorkspace(db, { company, owner: colleague })
    const draft = await buildDraft(db, { workspace: lost, author })
    expect((await publish(draft.id)).error.code).toBe('unknown_workspace')
    expect((await publish(draft.id, { workspace: workspace.id })).status).toBe(200)
  })
})

describe('publishing a draft of an article', () => {
  test('copies it into the article, keeps the previous content as a version and ends the draft', async () => {
    const article = await buildArticle(db, {
      workspace,
      author,
      title: 'Before',
      tags: ['a'],
      textTabs: [{ text: 'Old words.' }],
    })
    const before = await read(article.id)
    const draft = (await saveDraft(article.id, { title: 'After', tags: ['b'] }, colleagueToken)).ok.article
    const answer = (await publish(draft.id, {}, colleagueToken)).ok.article
    expect(answer).toMatchObject({
      id: article.id,
      shortId: article.shortId,
      title: 'After',
      slug: 'after',
      tags: ['b'],
      isDraft: false,
    })
    expect(answer).toMatchObject({
      author: { id: author.id },
      updatedByUser: { id: colleague.id },
      createdAt: before.createdAt,
    })
    expect(answer.hash).toBe(draft.hash)
    const [version, ...more] = await versionsOf(article.id)
    expect(more).toEqual([])
    expect(version).toMatchObject({ version: 1, hash: before.hash, author_id: author.id })
    expect(version?.content).toMatchObject({ title: 'Before', tags: ['a'], tabs: [{ note: { type: 'doc' } }] })
    expect(await read(article.id, viewerToken)).toMatchObject({ title: 'After' })
    const gone = await server.call('draft.get', { params: { id: draft.shortId } }, colleagueToken)
    expect([gone.status, gone.error.code, gone.error['articleId']]).toEqual([404, 'draft_published', article.id])
  })

  test("accepts the article's id as well as the draft's", async () => {
    const article = await buildArticle(db, { workspace, author })
    await saveDraft(article.id, { title: 'Changed' })
    expect((await publish(article.shortId)).ok.article).toMatchObject({ id: article.id, title: 'Changed' })
  })

  test('with the same content writes no version', async () => {
    const article = await buildArticle(db, { workspace, author })
    const draft = (await saveDraft(article.id)).ok.article
    expect((await publish(draft.id)).ok.article.id).toBe(article.id)
    expect(await versionsOf(article.id)).toEqual([])
    expect((await server.call('draft.get', { params: { id: draft.id } }, token)).error.code).toBe('draft_published')
  })

  test('numbers versions from one, increasing, and never reuses a number', async () => {
    const article = await buildArticle(db, { workspace, author })
    for (const title of ['One', 'Two', 'Three']) await publish((await saveDraft(article.id, { title })).ok.article.id)
    await db.deleteFrom('article_versions').where('article_id', '=', article.id).where('version', '=', 3).execute()
    await publish((await saveDraft(article.id, { title: 'Four' })).ok.article.id)
    expect((await versionsOf(article.id)).map(({ version, content }) => [version, content.title])).toEqual([
      [1, 'Restart a gateway'],
      [2, 'One'],
      [4, 'Three'],
    ])
  })

  test('moves the article with its sub-articles if the workspace was changed', async () => {
    const [from, to] = [
      await buildWorkspace(db, { company, owner: author }),
      await buildWorkspace(db, { company, owner: author }),
    ]
    const stays = await buildArticle(db, { workspace: from })
    const article = await buildArticle(db, { workspace: from })
    const child = await buildArticle(db, { workspace: from, parent: article })
    const grandchild = await buildArticle(db, { workspace: from, parent: child })
    const childDraft = (await saveDraft(child.id, { title: 'Changed child' })).ok.article
    await saveDraft(grandchild.id)
    const there = await buildArticle(db, { workspace: to })
    await saveDraft(article.id, { workspace: to.shortId })
    const { article: moved } = (await publish(article.id)).ok
    expect(moved.workspace?.id).toBe(to.id)
    expect(await orderOf(from.id)).toEqual([{ value: stays.id, items: [] }])
    expect(await orderOf(to.id)).toEqual([
      { value: article.id, items: [{ value: child.id, items: [{ value: grandchild.id, items: [] }] }] },
      { value: there.id, items: [] },
    ])
    expect(await read(grandchild.id)).toMatchObject({ parentArticle: child.id, workspace: { id: to.id } })
    const draftNow = (await server.call('draft.get', { params: { id: childDraft.id } }, token)).ok.article
    expect(draftNow).toMatchObject({ title: 'Changed child', workspace: { id: to.id } })
    expect((await read(child.id)).draft?.id).toBe(childDraft.id)
    // The workspace is part of the hash, so a draft without changes must still be recognised after the move.
    const below = await read(grandchild.id)
    expect(below.hash).toBe(articleHash({ ...below, workspaceId: to.id, paragraphs: [] }))
    expect(below.draft).toBeNull()
  })

  test('to another workspace requires the right to edit articles in both', async () => {
    const article = await buildArticle(db, { workspace, author })
    expect((await saveDraft(article.id, { workspace: other.id }, colleagueToken)).error.code).toBe('unknown_workspace')
    await saveDraft(article.id, { workspace: other.id })
    expect((await publish(article.id, {}, colleagueToken)).error.code).toBe('unknown_workspace')
    expect((await publish(article.id)).ok.article.workspace?.id).toBe(other.id)
  })

  test('requires the right to edit articles', async () => {
    const article = await buildArticle(db, { workspace, author })
    await saveDraft(article.id, { title: 'Changed' })
    expect((await publish(article.id, {}, viewerToken)).status).toBe(403)
    expect((await read(article.id)).title).not.toBe('Changed')
  })
})

describe('publishing a second time', () => {
  test('succeeds when it brings nothing new', async () => {
    const article = await buildArticle(db, { workspace, author })
    const draft = (await saveDraft(article.id, { title: 'Changed' })).ok.article
    expect((await publish(draft.id)).status).toBe(200)
    const { title, tags, textTabs, pinnedNote, workspace: present } = draft
    const again = await publish(draft.id, { title, tags, textTabs, pinnedNote, workspace: present }, colleagueToken)
    expect(again.ok.article.id).toBe(article.id)
    expect(await versionsOf(article.id)).toHaveLength(1)
  })

  test('with other content is a conflict that names the article', async () => {
    const article = await buildArticle(db, { workspace, author })
    const draft = (await saveDraft(article.id, { title: 'Changed' })).ok.article
    await publish(draft.id)
    const late = [
      await publish(draft.id, { title: 'Changed otherwise' }, colleagueToken),
      await publish(
        draft.id,
        { textTabs: draft.textTabs.map((tab) => ({ ...tab, text: '<p>More words</p>' })) },
        colleagueToken,
      ),
      await saveDraft(draft.id, { title: 'Too late' }, colleagueToken),
    ]
    for (const { status, error } of late) {
      expect([status, error.code, error['articleId']]).toEqual([409, 'already_published', article.id])
    }
    expect((await read(article.id)).title).toBe('Changed')
  })

  test('with the id of the article is a conflict when it is based on replaced content', async () => {
    const article = await buildArticle(db, { workspace, author })
    const { hash } = (await saveDraft(article.id, { title: 'Mine' })).ok
    await publish(article.id)
    await publish(article.id, { title: 'Newer' })
    const late = await publish(article.id, { title: 'From an old page', baseHash: hash })
    expect([late.status, late.error.code]).toEqual([409, 'already_published'])
    expect((await read(article.id)).title).toBe('Newer')
  })
})

test('with isKeepDraft gives the article this content and leaves the draft unchanged', async () => {
  const article = await buildArticle(db, {
    workspace,
    author,
    title: 'Now',
    textTabs: [{ title: 'Steps', text: 'Now.' }],
  })
  const tabId = (await read(article.id)).textTabs[0]?.id ?? ''
  const draft = (await saveDraft(article.id, { title: 'In work' })).ok.article
  const restored = await publish(article.id, {
    isKeepDraft: true,
    title: 'As it was',
    workspace: other.id,
    textTabs: [{ id: tabId, title: 'Steps', text: '<p>As it was.</p>' }],
  })
  expect(restored.ok.article).toMatchObject({
    title: 'As it was',
    workspace: { id: workspace.id },
    draft: { id: draft.id },
  })
  expect(restored.ok.article.textTabs[0]?.text).toContain('As it was.')
  expect((await server.call('draft.get', { params: { id: draft.id } }, token)).ok.article).toMatchObject({
    title: 'In work',
    textTabs: draft.textTabs,
  })
  expect((await versionsOf(article.id)).map(({ content }) => content.title)).toEqual(['Now'])
})

describe('publishing while people type', () => {
  test('publishes what was typed last, notifies the others of the article, and closes their sockets', async () => {
    const tabId = newKey()
    const draft = await buildDraft(db, { workspace, author, textTabs: [{ id: tabId, text: 'First line.' }] })
    const [mine, theirs] = [await openNote(draft.id, tabId), await openNote(draft.id, tabId, colleagueToken)]
    mine.write('Typed by the author.')
    theirs.write('Typed by a colleague.')
    const { article } = (await publish(draft.id)).ok
    for (const words of ['First line.', 'Typed by the author.', 'Typed by a colleague.']) {
      expect(article.textTabs[0]?.text).toContain(words)
    }
    await expect.poll(() => theirs.messages).toContainEqual({ type: 'published', id: draft.id })
    // Nobody can write into a published article.
    const late = new NoteClient({
      url: `${server.url.replace('http', 'ws')}/collaboration`,
      address: { articleId: draft.id, tabId },
      token,
    })
    clients.push(late)
    await expect.poll(() => late.refusals).toContain('permission-denied')
  })

  test('marks the draft as changed, last saved by the person who typed', async () => {
    const tabId = newKey()
    const article = await buildArticle(db, { workspace, author, textTabs: [{ id: tabId, text: 'As published.' }] })
    const draft = (await saveDraft(article.id)).ok.article
    const client = await openNote(draft.id, tabId, colleagueToken)
    const shown = async () => (await read(article.id)).draft?.user?.id
    expect(await shown()).toBeUndefined()
    client.write('One more line.')
    await expect.poll(shown).toBe(colleague.id)
    const listed = (await server.call('draft.list', {}, colleagueToken)).ok.articles
    expect(listed.map(({ id }) => id)).toContain(draft.id)
  })

  test('lets them continue to write when it is refused', async () => {
    const tabId = newKey()
    const draft = await buildDraft(db, { workspace, author, title: '', textTabs: [{ id: tabId, text: 'Before.' }] })
    const client = await openNote(draft.id, tabId)
    expect((await publish(draft.id)).status).toBe(422)
    await expect.poll(() => client.has('unlocked')).toBe(true)
    client.write('After.')
    await client.checkpoint()
    expect(JSON.stringify((await readNotesOfArticle(db, draft.id)).get(tabId))).toContain('After.')
  })
})

test('a note that was replaced under the same tab is read in its new form', async () => {
  const tabId = newKey()
  const article = await buildArticle(db, {
    workspace,
    author,
    textTabs: [{ id: tabId, note: buildNote('One\n\nThree') }],
  })
  const { article: draft } = (await saveDraft(article.id)).ok
  expect(draft.textTabs[0]?.text).toBe((await read(article.id)).textTabs[0]?.text)
})
