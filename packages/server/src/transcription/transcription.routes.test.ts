/** Transcripts over HTTP: what is said follows the play map, readers learn nothing that was cut, corrections stay. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { TranscriptRecording } from '@knowreel/shared/transcription/transcription.wire.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildVideo } from '../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { indexBatch } from '../search/index/indexer.ts'
import { searchSources } from '../app/search-sources.ts'
import { buildTranscript, say } from './transcription.builder.ts'

const server = await startTestServer()
const company = await buildCompany(server.db)
const [editor, viewer] = [await buildMember(server.db, company), await buildMember(server.db, company)]
const workspace = await buildWorkspace(server.db, { company, owner: company.owner, visibility: 'private' })
await grantWorkspaceRole(server.db, { workspace, user: editor, role: 'editor' })
await grantWorkspaceRole(server.db, { workspace, user: viewer, role: 'viewer' })
const [asEditor, asViewer] = [await server.signIn(editor, company), await server.signIn(viewer, company)]

const paragraph = (title: string, map: PlayMap): ParagraphTree[number] => ({
  id: newKey(),
  title,
  tags: [],
  isExpanded: true,
  map,
  items: [],
})

/** Two recordings; the article plays the second first, and of the first not the secret. */
async function buildSpokenArticle() {
  const [one, two] = [await buildVideo(server.db, company), await buildVideo(server.db, company)]
  await buildTranscript(server.db, one, [...say('The secret code.'), ...say('Count the bars.', 3000, 'a')])
  await buildTranscript(server.db, two, say('First read the ticket.'))
  const paragraphs = [
    paragraph('Read', [{ videoId: two, in: 0, dur: 3000 }]),
    paragraph('Count', [{ videoId: one, in: 3000, dur: 2000 }]),
  ]
  const article = await buildArticle(server.db, {
    workspace,
    author: company.owner,
    title: 'Meter offline',
    paragraphs,
  })
  return { article, one, two }
}

const entriesOf = async (id: string, token = asEditor) =>
  JSON.parse((await server.call('transcription.get', { params: { id } }, token)).ok.transcription) as unknown
const wordsOf = async (id: string, token = asEditor) =>
  (await server.call('transcription.words', { params: { id } }, token)).ok
const textOf = (recording: TranscriptRecording | undefined) => recording?.words.text.join(' ')

test('the transcription is what the article plays, in its order, with article times in seconds', async () => {
  const { article } = await buildSpokenArticle()
  expect(await entriesOf(article.shortId)).toEqual([
    { start: 0, end: 2.3, text: 'First read the ticket.', speaker: { label: 'Speaker 1' } },
    { start: 3, end: 4.7, text: 'Count the bars.', speaker: { label: 'Speaker 2' } },
  ])
  const silent = await buildArticle(server.db, { workspace, author: company.owner })
  expect(await entriesOf(silent.id)).toEqual([])
})

test('editors receive the words of the recordings, readers only what is played', async () => {
  const { article, one, two } = await buildSpokenArticle()
  const forEditor = await wordsOf(article.id)
  expect(forEditor.abilities).toEqual({ edit: true })
  expect(forEditor.recordings.map(({ id }) => id)).toEqual([two, one])
  expect(textOf(forEditor.recordings[1])).toBe('The secret code. Count the bars.')
  const forReader = await wordsOf(article.id, asViewer)
  expect(forReader).toMatchObject({ abilities: { edit: false }, engine: null })
  expect(forReader.recordings).toHaveLength(1)
  expect(forReader.recordings[0]).toMatchObject({
    id: 'rendition',
    status: 'done',
    speakers: ['Speaker 1', 'Speaker 2'],
  })
  expect(textOf(forReader.recordings[0])).toBe('First read the ticket. Count the bars.')
  expect(forReader.recordings[0]?.words.start.slice(-3)).toEqual([3000, 3600, 4200])
  expect(JSON.stringify(forReader)).not.toContain('secret')
})

test('editors correct words and speakers; the correction is what everyone reads', async () => {
  const { article, one } = await buildSpokenArticle()
  const words = [{ start: 3600, end: 4700, text: 'green bars.', speaker: 'Ines' }]
  const body = { videoId: one, from: 3600, to: 4750, words }
  const { recording } = (await server.call('transcription.editWords', { params: { id: article.id }, body }, asEditor))
    .ok
  expect(textOf(recording)).toBe('The secret code. Count green bars.')
  expect(recording).toMatchObject({ isEdited: true, speakers: ['Speaker 1', 'Speaker 2', 'Ines'] })
  expect(await entriesOf(article.id, asViewer)).toContainEqual({
    start: 3.6,
    end: 4.7,
    text: 'green bars.',
    speaker: { label: 'Ines' },
  })
  const refused = await server.call('transcription.editWords', { params: { id: article.id }, body }, asViewer)
  expect(refused.status).toBe(403)
})

test('words outside the range, in disorder or of another recording are refused', async () => {
  const { article, one } = await buildSpokenArticle()
  const foreign = await buildVideo(server.db, await buildCompany(server.db))
  const word = (start: number, end: number) => ({ start, end, text: 'word', speaker: null })
  const bodies = [
    { videoId: one, from: 0, to: 1000, words: [word(900, 1300)] },
    { videoId: one, from: 0, to: 1000, words: [word(500, 600), word(100, 200)] },
    { videoId: one, from: 0, to: 1000, words: [word(300, 300)] },
    { videoId: one, from: 1000, to: 1000, words: [] },
    { videoId: foreign, from: 0, to: 1000, words: [] },
  ]
  for (const body of bodies)
    expect((await server.call('transcription.editWords', { params: { id: article.id }, body }, asEditor)).status).toBe(
      422,
    )
  expect(textOf((await wordsOf(article.id)).recordings[1])).toBe('The secret code. Count the bars.')
})

test('a speaker renamed once has the name everywhere; a name in use merges the two', async () => {
  const { article } = await buildSpokenArticle()
  const rename = (from: string, to: string) =>
    server.call('transcription.renameSpeaker', { params: { id: article.id }, body: { from, to } }, asEditor)
  const renamed = (await rename('Speaker 1', 'Jonas')).ok
  expect(renamed.recordings.map(({ speakers }) => speakers)).toEqual([['Jonas'], ['Jonas', 'Speaker 1']])
  expect((await rename('Speaker 1', 'Jonas')).ok.recordings.map(({ speakers }) => speakers)).toEqual([
    ['Jonas'],
    ['Jonas'],
  ])
  expect((await rename('Nobody', 'Jonas')).error.code).toBe('unknown_speaker')
})

test('captions are downloaded in article time and uploaded back onto the recordings', async () => {
  const { article, one } = await buildSpokenArticle()
  const download = (format: 'vtt' | 'srt') =>
    server.call('transcription.captions', { params: { id: article.id }, query: { format } }, asViewer)
  const { captions, name } = (await download('vtt')).ok
  expect(name).toBe('meter-offline.vtt')
  expect(captions).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.300\nFirst read the ticket.\n\n00:00:03.000 --> 00:00:04.700\nCount the bars.\n',
  )
  expect((await download('srt')).ok.captions).toContain('2\n00:00:03,000 --> 00:00:04,700')
  const body = { captions: 'WEBVTT\n\n00:03.000 --> 00:04.000\n<v Ines>Count the yellow bars' }
  const uploaded = await server.call('transcription.uploadCaptions', { params: { id: article.id }, body }, asEditor)
  expect(uploaded.ok.recordings.map(textOf)).toEqual(['', 'The secret code. Count the yellow bars'])
  expect(uploaded.ok.recordings[1]?.id).toBe(one)
  expect(await entriesOf(article.id)).toEqual([
    { start: 3, end: 4, text: 'Count the yellow bars', speaker: { label: 'Ines' } },
  ])
  const unreadable = { params: { id: article.id }, body: { captions: 'no captions at all' } }
  expect((await server.call('transcription.uploadCaptions', unreadable, asEditor)).error.code).toBe(
    'captions_unreadable',
  )
})

test('what is said is found with its time, also after a correction and a cut', async () => {
  const { article, one } = await buildSpokenArticle()
  await indexAll()
  const search = async (q: string) =>
    (await server.call('search.global', { params: { q }, query: { category: 'articleVideo' } }, asViewer)).ok
      .articleVideo ?? []
  expect((await search('bars')).find(({ articleId }) => articleId === article.id)).toMatchObject({
    startTime: 4200,
    saidAt: '00:00:04',
    timedText: 'speech',
  })
  expect(await search('secret')).toEqual([])
  const body = {
    videoId: one,
    from: 3000,
    to: 5000,
    words: [{ start: 3000, end: 3900, text: 'gauges', speaker: null }],
  }
  await server.call('transcription.editWords', { params: { id: article.id }, body }, asEditor)
  await indexAll()
  expect(await search('gauges')).toMatchObject([{ articleId: article.id, startTime: 3000 }])
})

async function indexAll(): Promise<void> {
  while ((await indexBatch(server.db, searchSources)) !== 0);
}
