import { emptyMap, normalize } from '@knowreel/shared/video/play-map.ts'
import type { Paragraph } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { indexBatch, rebuildIndex } from './index/indexer.ts'
import type { TimedSpan, TimedTextSource } from './index/timed-text.ts'

const server = await startTestServer()
const { db } = server

/** A feature that knows what recordings say. */
const speech = new Map<string, { version: number; spans: TimedSpan[] }>()
let reads = 0
const source = (kind: 'speech' | 'screen'): TimedTextSource => ({
  kind,
  versionsOf: (_db, ids) =>
    Promise.resolve(new Map(ids.flatMap((id) => (speech.has(id) ? [[id, `${speech.get(id)?.version}`]] : [])))),
  readSpans: (_db, ids) => {
    reads += 1
    return Promise.resolve(ids.flatMap((id) => speech.get(id)?.spans ?? []))
  },
})
const sources = [source('speech')]

async function say(videoId: string, text: string): Promise<void> {
  const spans = text.split(' ').map((word, n) => ({ videoId, start: n * 1000, end: n * 1000 + 900, text: word }))
  speech.set(videoId, { version: (speech.get(videoId)?.version ?? 0) + 1, spans })
  // In a feature, a trigger does this.
  await sql`select note_search_video_change(${videoId}::uuid)`.execute(db)
}

const paragraph = (pieces: readonly [videoId: string, from: number, to: number][], title = 'Part'): Paragraph => ({
  id: newId(),
  title,
  tags: [],
  isExpanded: true,
  map:
    pieces.length === 0
      ? emptyMap
      : normalize(pieces.map(([videoId, from, to]) => ({ videoId, in: from, dur: to - from }))),
  items: [],
})

const index = async () => {
  while ((await indexBatch(db, sources)) !== 0);
}
const search = async (token: string, q: string) => (await server.call('search.global', { params: { q } }, token)).ok

const company = await buildCompany(db)
const [member, colleague] = [await buildMember(db, company), await buildMember(db, company)]
const workspace = await buildWorkspace(db, { company, owner: company.owner })
await grantWorkspaceRole(db, { workspace, user: member, role: 'viewer' })
const tokens = {
  owner: await server.signIn(company.owner, company),
  member: await server.signIn(member, company),
  colleague: await server.signIn(colleague, company),
}
const video = () => newId()
beforeEach(() => {
  reads = 0
})

test('speech is found with its second in the article, by people who see the article', async () => {
  const [first, second] = [video(), video()]
  await say(first, 'alpha bravo charlie delta echo')
  await say(second, 'foxtrot golf hotel india juliet')
  const paragraphs = [paragraph([[first, 0, 5000]]), paragraph([[second, 2000, 5000]], 'Second')]
  const article = await buildArticle(db, { workspace, title: 'Radio', paragraphs })
  await index()
  const found = await search(tokens.member, 'india')
  expect(Object.keys(found)).toEqual(['articleVideo'])
  expect(found.articleVideo).toMatchObject([
    {
      articleId: article.id,
      timedText: 'speech',
      trimmedText: 'delta echo hotel india juliet',
      saidAt: '00:00:06',
      startTime: 6000,
      foundTextProperties: null,
      transcription: { entries: [{ start: 6, end: 7 }] },
    },
  ])
  expect(await search(tokens.colleague, 'india')).toEqual({})
  // Cut out of the recording.
  expect(await search(tokens.member, 'foxtrot')).toEqual({})
})

test('a new cut, a new transcript and a removed one are found immediately; the rest is not read again', async () => {
  const id = video()
  await say(id, 'kilo lima mike november')
  const article = await buildArticle(db, { workspace, title: 'Cuts', paragraphs: [paragraph([[id, 0, 4000]])] })
  await index()
  expect((await search(tokens.member, 'lima')).articleVideo).toMatchObject([{ startTime: 1000 }])

  reads = 0
  await db.updateTable('articles').set({ updated_at: new Date() }).where('id', '=', article.id).execute()
  await index()
  expect(reads).toBe(0)
  expect((await search(tokens.member, 'lima')).articleVideo).toHaveLength(1)

  const paragraphs = JSON.stringify([paragraph([[id, 2000, 4000]])])
  await db.updateTable('articles').set({ paragraphs }).where('id', '=', article.id).execute()
  await index()
  expect(await search(tokens.member, 'lima')).toEqual({})
  expect((await search(tokens.member, 'mike')).articleVideo).toMatchObject([{ startTime: 0 }])

  await say(id, 'oscar papa quebec romeo')
  await index()
  expect((await search(tokens.member, 'romeo')).articleVideo).toMatchObject([{ startTime: 1000 }])
  expect(await search(tokens.member, 'mike')).toEqual({})

  const readIndex = () => sql`select content, starts_at, marks, hash from search_entries order by 1, 2, 4`.execute(db)
  const kept = (await readIndex()).rows
  await rebuildIndex(db, sources, () => undefined)
  expect((await readIndex()).rows).toEqual(kept)

  speech.delete(id)
  await sql`select note_search_video_change(${id}::uuid)`.execute(db)
  await index()
  expect(await search(tokens.member, 'romeo')).toEqual({})
})

test('in a draft it is found by its author only', async () => {
  const id = video()
  await say(id, 'sierra tango')
  await buildDraft(db, {
    workspace,
    author: company.owner,
    title: 'Unpublished',
    paragraphs: [paragraph([[id, 0, 2000]])],
  })
  await index()
  expect((await search(tokens.owner, 'tango')).draftVideo).toMatchObject([{ isDraft: true, startTime: 1000 }])
  expect(await search(tokens.member, 'tango')).toEqual({})
})

test('on-screen text and speech are found side by side', async () => {
  const id = video()
  await say(id, 'uniform victor')
  await buildArticle(db, { workspace, title: 'Both', paragraphs: [paragraph([[id, 0, 2000]])] })
  while ((await indexBatch(db, [...sources, source('screen')])) !== 0);
  const found = await search(tokens.member, 'victor')
  expect(found.articleVideo?.map(({ timedText }) => timedText).toSorted()).toEqual(['screen', 'speech'])
})
