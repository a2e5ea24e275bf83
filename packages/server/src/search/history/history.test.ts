import { newId } from '@knowreel/shared/identity/ids.ts'
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { indexBatch } from '../index/indexer.ts'
import type { TimedTextSource } from '../index/timed-text.ts'
import { maxQuestions } from './history.ts'

const server = await startTestServer()
const { db } = server

const spoken = { text: 'Then the platypus swims to the other bank.' }
const speech: TimedTextSource = {
  kind: 'speech',
  versionsOf: (_db, ids) => Promise.resolve(new Map(ids.map((id) => [id, spoken.text]))),
  readSpans: (_db, ids) =>
    Promise.resolve(
      ids.flatMap((videoId) =>
        spoken.text.split(' ').map((text, n) => ({ videoId, start: n * 500, end: n * 500 + 400, text })),
      ),
    ),
}
const index = async () => {
  while ((await indexBatch(db, [speech])) !== 0);
}

async function newWorld() {
  const company = await buildCompany(db)
  const [member, colleague] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: member, role: 'viewer' })
  const tokens = { member: await server.signIn(member, company), colleague: await server.signIn(colleague, company) }
  return { company, member, workspace, tokens }
}

const opened = async (token: string) => (await server.call('search.history', {}, token)).ok.history.questions
const remember = async (token: string, question: SearchResult) =>
  (await server.call('search.addToHistory', { body: { question } }, token)).ok.history
const titles = (questions: readonly SearchResult[]) => questions.map(({ title }) => title)

async function find(token: string, category: SearchCategory, q: string): Promise<SearchResult> {
  const { ok } = await server.call('search.global', { params: { q }, query: { category } }, token)
  const [result] = ok[category] ?? []
  if (result === undefined) throw new Error(`${category} ${q} was not found`)
  return result
}

const asked = (title: string): SearchResult => ({ ...emptyResult, id: `none:${title}`, category: 'none', title })
const set = (table: 'articles' | 'workspaces', id: string, change: object) =>
  db.updateTable(table).set(change).where('id', '=', id).execute()
const write = (articleId: string, text: string) =>
  db.updateTable('text_tabs').set({ plain_text: text }).where('article_id', '=', articleId).execute()

test('keeps the last fifty, the newest first and each once, and only for the person', async () => {
  const { workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace, title: 'Meter reading' })
  await index()
  const article = await find(tokens.member, 'article', 'meter')
  for (let n = 0; n < maxQuestions + 2; n++) await remember(tokens.member, asked(`Question ${n}`))
  const { _id, questions } = await remember(tokens.member, article)
  expect(titles(questions).slice(0, 2)).toEqual(['Meter reading', 'Question 51'])
  expect(questions).toHaveLength(maxQuestions)
  expect(await opened(tokens.member)).toEqual(questions)
  const body = { question: asked('Question 51') }
  const { ok } = await server.call('search.moveUpInHistory', { params: { id: _id }, body }, tokens.member)
  expect(titles(ok.history.questions).slice(0, 3)).toEqual(['Question 51', 'Meter reading', 'Question 50'])
  expect(ok.history.questions).toHaveLength(maxQuestions)
  expect(await opened(tokens.colleague)).toEqual([])
})

test('shows results of every kind as the search does', async () => {
  const { company, member, workspace, tokens } = await newWorld()
  const parent = await buildArticle(db, { workspace, title: 'Handbook' })
  const filler = 'Nothing to see here.\n'.repeat(600)
  await buildArticle(db, {
    workspace,
    parent,
    title: 'Quokka article',
    tags: ['İstanbul quokka'],
    textTabs: [{ text: `A quoll here.\n${filler}Then a quoll meets the quokka, and the quoll leaves.` }],
    paragraphs: [
      { id: newId(), title: 'Quokka part', tags: [], isExpanded: true, map: wholeRecording(newId(), 9000), items: [] },
    ],
  })
  await buildArticle(db, { workspace, tags: ['İstanbul quokka'] })
  await buildArticle(db, { workspace, title: 'Empty', textTabs: [{ title: 'Bettong', text: '' }] })
  await buildWorkspace(db, { company, owner: company.owner, visibility: 'organization', title: 'Quokka workspace' })
  await buildDraft(db, {
    workspace: null,
    company,
    author: member,
    title: 'Quokka draft',
    textTabs: [{ text: 'A quokka.' }],
  })
  await index()
  const found: SearchResult[] = []
  for (const [category, q] of [
    ['workspace', 'quokka'],
    ['article', 'quokka'],
    ['draft', 'quokka'],
    ['paragraph', 'quokka'],
    ['tag', 'quokka'],
    ['articleNotes', 'quoll meets'],
    ['articleVideo', 'platypus'],
    ['draftNotes', 'quokka'],
    ['articleNotes', 'bettong'],
  ] as const) {
    const result = await find(tokens.member, category, q)
    found.unshift(result)
    await remember(tokens.member, result)
  }
  expect(found.findLast(({ category }) => category === 'articleNotes')?.foundTextProperties?.initialIndex).toBe(1)
  expect(found.find(({ category }) => category === 'articleVideo')?.startTime).toBe(1000)
  expect(found.find(({ category }) => category === 'tag')?.count).toBe(2)
  expect(await opened(tokens.member)).toEqual(found)
})

test('has the titles, tags and workspace of now', async () => {
  const { company, workspace, tokens } = await newWorld()
  const parent = await buildArticle(db, { workspace, title: 'Old parent' })
  const { id } = await buildArticle(db, { workspace, parent, title: 'Old title', tags: ['old tag'] })
  await index()
  for (const [category, q] of [
    ['article', 'old title'],
    ['articleNotes', 'gateway'],
    ['tag', 'old tag'],
  ] as const)
    await remember(tokens.member, await find(tokens.member, category, q))
  const other = await buildWorkspace(db, {
    company,
    owner: company.owner,
    visibility: 'organization',
    title: 'New one',
  })
  await set('articles', id, { title: 'New title', slug: 'new', tags: ['new tag'] })
  await set('articles', parent.id, { title: 'New parent' })
  await set('workspaces', workspace.id, { title: 'New workspace' })
  await index()
  const shown = await opened(tokens.member)
  expect(JSON.stringify(shown)).not.toMatch(/old/iu)
  const now = { articleTitle: 'New title', slug: 'new', parentArticle: { title: 'New parent' }, tags: ['new tag'] }
  expect(shown).toMatchObject([
    { category: 'articleNotes', title: 'New title', workspace: { title: 'New workspace' }, ...now },
    { category: 'article', title: 'New title', parentWorkspace: { title: 'New workspace' }, ...now },
  ])
  await set('articles', id, { workspace_id: other.id })
  await index()
  expect(await opened(tokens.member)).toMatchObject([
    { workspace: { title: 'New one' } },
    { workspace: { title: 'New one' } },
  ])
})

test('text that was removed is not shown; its article is, once', async () => {
  const { workspace, tokens } = await newWorld()
  const { id } = await buildArticle(db, {
    workspace,
    title: 'Numbat',
    textTabs: [{ text: 'The secret wombat sleeps here.' }],
    paragraphs: [
      { id: newId(), title: 'Part', tags: [], isExpanded: true, map: wholeRecording(newId(), 9000), items: [] },
    ],
  })
  await index()
  for (const [category, q] of [
    ['articleNotes', 'wombat'],
    ['articleVideo', 'platypus'],
  ] as const)
    await remember(tokens.member, await find(tokens.member, category, q))
  await write(id, 'First a line.\nThe secret wombat sleeps here.')
  await index()
  expect(await opened(tokens.member), 'elsewhere in the text').toMatchObject([
    { startTime: 1000, transcription: { plainTranscription: 'Then the platypus swims to the' } },
    { trimmedText: 'The secret wombat sleeps here.', foundTextProperties: { startIndex: 25, textToFind: 'wombat' } },
  ])
  await write(id, 'The wombat sleeps elsewhere.')
  spoken.text = 'Then somebody swims to the other bank.'
  await set('articles', id, { title: 'Numbat, corrected', updated_at: new Date() })
  await index()
  expect(await opened(tokens.member)).toMatchObject([
    { id: `article:${id}`, category: 'article', title: 'Numbat, corrected', trimmedText: null, transcription: null },
  ])
})

test('does not store what the person cannot find, or what no search returns', async () => {
  const { member, workspace, tokens } = await newWorld()
  const { id } = await buildArticle(db, { workspace, title: 'Bettong' })
  await index()
  const article = await find(tokens.member, 'article', 'bettong')
  expect((await remember(tokens.colleague, article)).questions).toEqual([])
  const forged = { ...article, title: 'Forged', articleTitle: 'Forged', tags: ['forged'], sharedToken: 'forged' }
  expect(await remember(tokens.member, forged)).toMatchObject({ questions: [{ title: 'Bettong', tags: [] }] })
  for (const other of [`article:${newId()}`, `draft:${id}`, 'article:x', 'tag:no such tag', 'none:Bettong'])
    await remember(tokens.member, {
      ...article,
      id: other,
      category: other.split(':')[0] as SearchCategory,
      title: 'F',
    })
  await remember(tokens.member, { ...article, id: 'other' })
  expect(titles(await opened(tokens.member))).toEqual(['F', 'Bettong'])
  const { questions } = await db
    .selectFrom('search_histories')
    .select('questions')
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(questions).toEqual([
    { id: 'none:Bettong', title: 'F' },
    { id: `article:${id}`, excerpt: null, match: null, position: 0, page: null },
  ])
  await db.deleteFrom('workspace_roles').where('user_id', '=', member.id).execute()
  expect(titles(await opened(tokens.member))).toEqual(['F'])
})

test('lists in a question, and the question itself, are limited in size', async () => {
  const { tokens } = await newWorld()
  const statusOf = async (question: SearchResult) =>
    (await server.call('search.addToHistory', { body: { question } }, tokens.member)).status
  const place = { id: 'a', title: 'a', slug: 'a' }
  const many = <Item>(item: Item): Item[] => Array.from({ length: 101 }, () => item)
  const entries = many({ start: 0, end: 1, text: 'a' })
  const refused: Partial<SearchResult>[] = [
    { tags: many('a') },
    { textTabs: many(place) },
    { paragraphs: many(place) },
    { transcription: { plainTranscription: 'a', entries } },
    { transcription: { plainTranscription: 'a'.repeat(10_000), entries: [] } },
    { tags: ['a'.repeat(10_000)] },
  ]
  for (const change of refused) expect(await statusOf({ ...asked('a'), ...change }), JSON.stringify(change)).toBe(422)
  expect(await statusOf({ ...asked('a'), slug: 'a'.repeat(100_000) })).toBe(413)
  expect(await opened(tokens.member)).toEqual([])
})
