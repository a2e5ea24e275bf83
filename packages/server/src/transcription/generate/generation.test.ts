/** Generating transcripts: the job, the stream that starts and follows it, and who may. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StreamClient } from '../../../test/clients/stream-client.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { mediaToolPaths } from '../../../test/video-files.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { newFileKey, openFileStorage } from '../../platform/files/index.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { answer, answerWords, startSpeechService, type Behaviour } from '../engine/remote/speech-service.fixture.ts'
import type { SpeechEngine } from '../engine/speech-engine.ts'
import { plainWords, readSpeech } from '../speech.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const good = answerWords(['Remote', 0.3, 0.6], ['words.', 0.6, 1.1], ['Later.', 3, 3.4])
/** The response of the service, when the test releases it: much faster than recognising speech here. */
let behaviour: Behaviour = good
let release = Promise.resolve()
const service = await startSpeechService((response, request) => {
  void release.then(() => behaviour(response, request))
})
/** Lets the service wait until the returned function is called. */
function holdService(): () => void {
  const held = Promise.withResolvers<void>()
  release = held.promise
  return held.resolve
}
const speechService = { kind: 'openai', url: service.url, key: null, model: 'm' } as const
const { connection } = await createTestDatabase()
const config = { ...mediaToolPaths, speechService }
const server = await startTestServer({ roles: ['api', 'collab', 'worker'], config, connection })
const { db } = server
const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
const company = await buildCompany(db)
const withAi = await buildCompany(db)
await db.updateTable('companies').set({ is_ai_enabled: true }).where('id', '=', withAi.id).execute()

/** An article of one recording with this sound. */
async function buildSpoken(of = company) {
  const workspace = await buildWorkspace(db, { company: of, owner: of.owner, visibility: 'private' })
  const audio = newFileKey('recordings', 'audio/ogg')
  await files.put(audio, readSpeech('talk'))
  const videoId = await buildVideo(db, of, { duration: 13_000, has_audio: true, main_key: 'none' })
  await db.updateTable('videos').set({ audio_key: audio }).where('id', '=', videoId).execute()
  const map = wholeRecording(videoId, 13_000)
  const paragraphs = [{ id: newKey(), title: 'Talk', tags: [], isExpanded: true, map, items: [] }]
  const article = await buildArticle(db, { workspace, author: of.owner, paragraphs })
  const token = await server.signIn(of.owner, of)
  return { article, videoId, workspace, token, words: () => wordsOf(article.id, token) }
}

const wordsOf = async (id: string, token: string) => {
  const { ok } = await server.call('transcription.words', { params: { id } }, token)
  const [recording] = ok.recordings
  return { ...recording, text: plainWords(recording?.words.text.join(' ') ?? '').join(' '), engine: ok.engine }
}

async function connect(token: string, message: object, url = server.url): Promise<StreamClient> {
  const { ticket } = { ticket: (await server.call('session.ticket', {}, token)).ok.token }
  const client = new StreamClient(url, 'ai-transcription', ticket)
  onTestFinished(() => client.ws.terminate())
  await client.send(message)
  return client
}
const start = (token: string, articleId: string, data: object = {}, url = server.url) =>
  connect(token, { type: 'start', data: { articleId, ...data } }, url)
const statusOf = async (videoId: string) =>
  (await db.selectFrom('transcripts').where('video_id', '=', videoId).select('status').executeTakeFirst())?.status

const talk = 'was the display on the whole time yes the display runs on the battery of the meter'

test('the stream generates the transcript with the embedded engine and returns it; nothing leaves the machine', async () => {
  const { article, token, words } = await buildSpoken()
  const asked = service.requests.length
  const client = await start(token, article.shortId)
  expect((await client.closed).code).toBe(3001)
  const result = client.received.at(-1) as { type: string; data: { transcription: string } }
  const [first] = JSON.parse(result.data.transcription) as { start: number; text: string; speaker: { label: string } }[]
  expect(first).toMatchObject({ text: 'Was the display on the whole time?', speaker: { label: 'Speaker 1' } })
  expect(first?.start).toBeCloseTo(0.5, 0)
  expect(client.received.some(({ type }) => type === 'update')).toBe(true)
  expect(await words()).toMatchObject({ status: 'done', language: 'en', engine: { isRemote: false } })
  expect((await words()).text).toContain(talk)
  expect(service.requests.length).toBe(asked)
})

test('corrections survive another generation, unless their author drops them', async () => {
  const { article, videoId, token, words } = await buildSpoken(withAi)
  const body = { videoId, from: 0, to: 2800, words: [{ start: 500, end: 1000, text: 'Corrected.', speaker: null }] }
  await server.call('transcription.editWords', { params: { id: article.id }, body }, token)
  await (
    await start(token, article.id)
  ).closed
  expect((await words()).text).toBe('corrected later')
  await (
    await start(token, article.id, { keepsEdits: false })
  ).closed
  expect(await words()).toMatchObject({ isEdited: false, text: 'remote words later' })
})

test('of two generations one runs; cancelling ends it within a second, and the words stay', async () => {
  const { article, videoId, token, words } = await buildSpoken(withAi)
  const answerFirst = holdService()
  const first = await start(token, article.id)
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'running')
  const kind = { a: article.shortId, b: 'ai-transcription-generation' }
  expect((await server.call('ai.generationStatus', { params: kind }, token)).ok).toMatchObject({
    status: 'success',
    kind: 'ai-transcription-generation',
  })
  const second = await start(token, article.shortId)
  expect(await second.closed).toMatchObject({ reason: 'This is already running' })
  const third = await start(token, article.id)
  expect(await third.closed).toMatchObject({ reason: 'This is already running' })
  const at = Date.now()
  await first.send({ type: 'cancel' })
  expect((await first.closed).code).toBe(3001)
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'none', { interval: 20 })
  expect(Date.now() - at).toBeLessThan(1000)
  answerFirst()
  await (
    await start(token, article.id)
  ).closed
  expect((await words()).text).toBe('remote words later')
  const answerAgain = holdService()
  const again = await start(token, article.id)
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'running')
  expect((await words()).text).toBe('remote words later')
  await again.send({ type: 'cancel' })
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'done', { interval: 20 })
  answerAgain()
})

test('a closed page ends nothing: the next one reconnects, also to work that another process began', async () => {
  const { article, videoId, token } = await buildSpoken(withAi)
  const answerIt = holdService()
  const first = await start(token, article.id)
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'running')
  first.ws.close()
  const again = await connect(token, { type: 'reconnect', data: { articleId: article.id } })
  const byShortId = await connect(token, { type: 'reconnect', data: { articleId: article.shortId } })
  answerIt()
  for (const client of [again, byShortId]) {
    expect((await client.closed).code).toBe(3001)
    expect(client.received.at(-1)).toMatchObject({ type: 'result' })
  }
  const nothing = await connect(token, { type: 'reconnect', data: { articleId: article.id } })
  expect(await nothing.closed).toMatchObject({ code: 3000, reason: 'Nothing is running' })
})

test('a server that stops cancels nothing: the work goes on, and the page reconnects to another server', async () => {
  const { article, videoId, token, words } = await buildSpoken(withAi)
  const stopped = await startTestServer({ config, connection })
  const answerIt = holdService()
  const client = await start(token, article.id, {}, stopped.url)
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'running')
  await stopped.stop()
  await client.closed
  expect(client.received.filter(({ type }) => type === 'result')).toEqual([])
  expect(await statusOf(videoId)).toBe('running')
  const again = await connect(token, { type: 'reconnect', data: { articleId: article.id } })
  answerIt()
  expect((await again.closed).code).toBe(3001)
  expect((await words()).text).toBe('remote words later')
})

test('the status says that a transcript is generated, whichever id and process started it', async () => {
  const { article, videoId, token } = await buildSpoken(withAi)
  const readStatus = async () => {
    const params = { a: article.id, b: 'ai-transcription-generation' }
    const { status, progress } = (await server.call('ai.generationStatus', { params }, token)).ok
    return { status, progress }
  }
  const answerIt = holdService()
  const client = await start(token, article.shortId)
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'running')
  expect(await readStatus()).toMatchObject({ status: 'success' })
  answerIt()
  await client.closed
  expect(await readStatus()).toEqual({ status: 'none', progress: 0 })
  const answerAgain = holdService()
  const left = await start(token, article.shortId)
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'running')
  left.ws.close()
  answerAgain()
  await vi.waitUntil(async () => (await statusOf(videoId)) === 'done')
  await expect.poll(readStatus, { message: 'its result waits' }).toEqual({ status: 'success', progress: 100 })
  await (
    await connect(token, { type: 'reconnect', data: { articleId: article.id } })
  ).closed
  await sql`update transcripts set status = 'running', progress = 40 where video_id = ${videoId}`.execute(db)
  expect(await readStatus()).toEqual({ status: 'success', progress: 40 })
  // This process does not know the generation.
  const elsewhere = await connect(token, { type: 'reconnect', data: { articleId: article.id } })
  await vi.waitUntil(() => elsewhere.count('update') > 0)
  await sql`update transcripts set status = 'done' where video_id = ${videoId}`.execute(db)
  expect((await elsewhere.closed).code).toBe(3001)
})

test('a refusal of the engine is reported, and can be retried', async () => {
  const { article, token, words } = await buildSpoken(withAi)
  behaviour = answer('this key is unknown', 401)
  const client = await start(token, article.id)
  const error = 'The speech service refused the recording'
  expect(await client.closed).toMatchObject({ code: 3002, reason: error })
  expect(await words()).toMatchObject({ status: 'failed', error })
  behaviour = good
  expect(await (await start(token, article.id)).closed).toMatchObject({ code: 3001 })
  expect(await words()).toMatchObject({ status: 'done', text: 'remote words later' })
})

test('a worker that died leaves work that the next one finishes, or gives up after three attempts', async () => {
  const { article, videoId, token, words } = await buildSpoken(withAi)
  const { transcribe } = await import('./transcribe-video.ts')
  const { createSpeechEngines } = await import('../engine/speech-engines.ts')
  const { openMedia } = await import('../../platform/media/index.ts')
  const services = {
    db,
    files,
    media: openMedia(mediaToolPaths),
    speech: createSpeechEngines(speechService),
    onTranscribed: async () => undefined,
    nameSpeakers: async () => null,
  }
  const run = () => transcribe({ videoId, services, signal: new AbortController().signal, log: () => undefined })
  await sql`insert into transcripts (video_id, status, attempts) values (${videoId}, 'running', 1)`.execute(db)
  await run()
  expect((await words()).text).toBe('remote words later')
  await sql`update transcripts set status = 'running', attempts = 3 where video_id = ${videoId}`.execute(db)
  await expect(run()).rejects.toThrow('attempts are used up')
  expect(await words()).toMatchObject({ status: 'failed', error: 'The recording could not be transcribed' })
  expect((await (await start(token, article.id)).closed).code).toBe(3001)
})

test('only people who may edit the article generate, and nobody once it is archived', async () => {
  const { article, workspace, token } = await buildSpoken()
  const viewer = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  const client = await start(await server.signIn(viewer, company), article.id)
  expect(await client.closed).toMatchObject({ code: 3002, reason: 'You are not allowed to do this' })
  await db.updateTable('articles').set({ is_archived: true }).where('id', '=', article.id).execute()
  const late = await start(token, article.id)
  expect(await late.closed).toMatchObject({ code: 3002, reason: 'You are not allowed to do this' })
})

test('the words so far are read while a first transcript is generated, and corrections of them stay', async () => {
  const { article, videoId, token, words } = await buildSpoken()
  const { transcribe } = await import('./transcribe-video.ts')
  const { openMedia } = await import('../../platform/media/index.ts')
  const listened = Promise.withResolvers<void>()
  const word = (text: string, start: number) => ({ text, start, end: start + 500, confidence: 1, speaker: null })
  const said = [word('First.', 0), word('Second.', 1000), word('Third.', 2000)]
  const engine: SpeechEngine = {
    name: 'slow',
    label: 'Slow',
    isRemote: false,
    languages: null,
    async transcribe({ onWords }) {
      onWords?.(said.slice(0, 2))
      await listened.promise
      return { language: 'en', words: said }
    },
  }
  const services = {
    db,
    files,
    media: openMedia(mediaToolPaths),
    speech: { engineFor: () => engine },
    onTranscribed: async () => undefined,
    nameSpeakers: async () => null,
  }
  await sql`insert into transcripts (video_id, status) values (${videoId}, 'waiting')`.execute(db)
  const running = transcribe({ videoId, services, signal: new AbortController().signal, log: () => undefined })
  await vi.waitUntil(async () => (await words()).text === 'first second', { timeout: 20_000 })
  expect(await words()).toMatchObject({ status: 'running', language: null })
  const entries = await server.call('transcription.get', { params: { id: article.id } }, token)
  expect(entries.ok.transcription, 'what is generated from a transcript waits for all of it').toBe('[]')
  const body = { videoId, from: 0, to: 900, words: [{ start: 0, end: 500, text: 'Corrected.', speaker: null }] }
  await server.call('transcription.editWords', { params: { id: article.id }, body }, token)
  expect((await words()).text).toBe('corrected second')
  listened.resolve()
  await running
  expect(await words()).toMatchObject({ status: 'done', text: 'corrected second third' })
  const row = await db.selectFrom('transcripts').where('video_id', '=', videoId).selectAll().executeTakeFirstOrThrow()
  expect(row.partial).toBeNull()
})
