import { newKey } from '@knowreel/shared/identity/ids.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { replaceNoteContent } from '../../note/replace-note-content.fixture.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildNote } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, colleague] = [await buildMember(db, company), await buildMember(db, company)]
const workspace = await buildWorkspace(db, { company, owner: author })
await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
const token = await server.signIn(author, company)
const colleagueToken = await server.signIn(colleague, company)

type Body = Parameters<typeof server.call<'article.save'>>[1]['body']
const publish = (id: string, body: Body = {}, by = token) =>
  server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, by)
const saveDraft = (id: string, body: Body = {}, by = token) =>
  server.call('article.saveDraft', { params: { id }, body }, by)
const read = async (id: string) => (await server.call('article.get', { params: { id } }, token)).ok.article
const versionsOf = (articleId: string) =>
  db
    .selectFrom('article_versions')
    .where('article_id', '=', articleId)
    .select(['version', 'content'])
    .orderBy('version')
    .execute()

test('two concurrent publishes of one draft create one version, and both succeed', async () => {
  for (let round = 0; round < 10; round++) {
    const article = await buildArticle(db, { workspace, author })
    const draft = (await saveDraft(article.id, { title: 'Changed' })).ok.article
    const both = await Promise.all([publish(draft.id), publish(round % 2 ? article.id : draft.id, {}, colleagueToken)])
    expect(both.map(({ status, ok }) => [status, ok.article.id])).toEqual([
      [200, article.id],
      [200, article.id],
    ])
    expect(await versionsOf(article.id)).toHaveLength(1)
  }
})

test('of two concurrent publishes with different content, one wins and the other gets a conflict', async () => {
  const article = await buildArticle(db, { workspace, author })
  const draft = (await saveDraft(article.id, { title: 'Changed' })).ok.article
  const both = await Promise.all([
    publish(draft.id, { title: 'Mine' }),
    publish(draft.id, { title: 'Theirs' }, colleagueToken),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await read(article.id)).title).toBe(both[0].status === 200 ? 'Mine' : 'Theirs')
})

test('a new article that is published twice concurrently appears in the order once', async () => {
  const workspace = await buildWorkspace(db, { company, owner: author })
  const draft = await buildDraft(db, { workspace, author })
  const both = await Promise.all([publish(draft.id), publish(draft.id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { order } = (await server.call('workspace.get', { params: { id: workspace.id } }, token)).ok.workspace
  expect(order).toEqual([{ value: draft.id, items: [] }])
})

test('a save during a publish is either published, kept in a new draft, or refused as too late', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const article = await buildArticle(db, { workspace, author })
    const draft = (await saveDraft(article.id, { title: 'Changed' })).ok.article
    const id = round % 2 ? draft.id : article.id
    const [published, saved] = await Promise.all([
      publish(draft.id),
      saveDraft(id, { tags: [`round ${round}`] }, colleagueToken),
    ])
    expect(published.status).toBe(200)
    const now = await read(article.id)
    if (saved.status === 409) {
      expect(saved.error['articleId']).toBe(article.id)
      outcomes.add('refused')
    } else if (now.tags.length > 0) {
      outcomes.add('published')
    } else {
      const kept = (await server.call('draft.get', { params: { id: saved.ok.article.id } }, colleagueToken)).ok.article
      expect([kept.tags, kept.original?.id]).toEqual([[`round ${round}`], article.id])
      outcomes.add('kept')
    }
    // The published content is never a mix of two states.
    expect(now.title).toBe('Changed')
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('opening, saving, publishing, reordering and deleting in one workspace never deadlock', async () => {
  const workspace = await buildWorkspace(db, { company, owner: author })
  const articles = await Promise.all([1, 2, 3, 4].map(() => buildArticle(db, { workspace, author })))
  const work = articles.flatMap(({ id }, index) => [
    saveDraft(id, { title: `A ${index}` }),
    publish(id, { title: `B ${index}` }),
    saveDraft(id, { workspace: workspace.id, tags: ['x'] }),
    saveDraft('new', { title: 'New', workspace: workspace.id }),
    publish('new', { title: `C ${index}`, workspace: workspace.id }),
    server.call('article.setArchived', { body: { articleIds: [id], isArchived: index % 2 === 0 } }, token),
    server.call(
      'workspace.saveOrder',
      { params: { id: workspace.id }, body: { order: [{ value: id, items: [] }] } },
      token,
    ),
    index === 3 ? server.call('article.remove', { params: { id } }, token) : publish(id),
  ])
  for (const { status } of await Promise.all(work)) expect([200, 404, 409, 422]).toContain(status)
})

test('a reader who polls during many publishes never sees half of one', async () => {
  const rounds = isSoak ? 50 : 6
  const [first, second] = [newKey(), newKey()]
  const textTabs = [
    { id: first, title: 'First', slug: 'first', text: 'state 0' },
    { id: second, title: 'Second', slug: 'second', text: 'state 0' },
  ]
  const article = await buildArticle(db, { workspace, author, title: 'state 0', tags: ['state 0'], textTabs })
  const seen = new Set<string>()
  let isOver = false
  const looking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { title, tags, textTabs: tabs } = await read(article.id)
        const states = [title, ...tags, ...tabs.map(({ text }) => /state \d+/.exec(text)?.[0])]
        expect(new Set(states).size).toBe(1)
        expect(states).toHaveLength(4)
        seen.add(title)
      }
    }),
  )
  try {
    for (let round = 1; round <= rounds; round++) {
      const state = `state ${round}`
      const draft = (await saveDraft(article.id, { title: state, tags: [state] })).ok.article
      for (const tabId of [first, second]) {
        await replaceNoteContent(db, null, { articleId: draft.id, tabId }, buildNote(state))
      }
      expect((await publish(draft.id)).status).toBe(200)
    }
  } finally {
    isOver = true
    await looking
  }
  expect((await versionsOf(article.id)).map(({ version, content }) => [version, content.title])).toEqual(
    Array.from({ length: rounds }, (_, index) => [index + 1, `state ${index}`]),
  )
  expect(seen.size).toBeGreaterThan(rounds / 2)
}, 60_000)
