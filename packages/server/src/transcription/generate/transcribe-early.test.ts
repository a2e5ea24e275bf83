/**
 * A recording is transcribed while it is still being encoded. The encoder is held by the test, so the order does not
 * depend on how long anything takes.
 */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { ffmpeg, makeTestFolder, mediaToolPaths, mediaTools, testPattern } from '../../../test/video-files.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { commandArguments } from '../../platform/media/index.ts'
import { answerWords, startSpeechService } from '../engine/remote/speech-service.fixture.ts'
import { speechFile } from '../speech.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = await makeTestFolder()
const held = path.join(folder, 'held')
const heldEncoder = path.join(folder, 'held-ffmpeg')
await writeFile(
  heldEncoder,
  `#!/bin/sh
case "$*" in *encoders*) ;; *libx264*) while [ -e ${held} ]; do sleep 0.05; done;; esac
exec ${mediaTools.ffmpeg} "$@"
`,
)
await chmod(heldEncoder, 0o755)

let answering = Promise.resolve()
const answer = answerWords(['Remote', 0.3, 0.6], ['words.', 0.6, 1.1])
const service = await startSpeechService((response, request) => void answering.then(() => answer(response, request)))
const speechService = { kind: 'openai', url: service.url, key: null, model: 'm' } as const
const server = await startTestServer({
  roles: ['api', 'collab', 'worker'],
  config: { ...mediaToolPaths, ffmpegPath: heldEncoder, speechService },
})
const { db } = server
const company = await buildCompany(db)
await db.updateTable('companies').set({ is_ai_enabled: true }).where('id', '=', company.id).execute()
const token = await server.signIn(company.owner, company)

const file = path.join(folder, 'talk.webm')
const vp8 = commandArguments`-c:v libvpx -deadline realtime -cpu-used 16 -g 30 -c:a libopus -f webm -live 1`
await ffmpeg(...testPattern(3), '-i', speechFile('talk'), '-t', '3', ...vp8, file)

async function record(source = file): Promise<string> {
  const part = (await server.call('videoUpload.url', { query: {} }, token)).ok
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = await fetch(server.url + part.url, { method: 'PUT', headers, body: await readFile(source) })
  expect(sent.status).toBe(200)
  return (await server.call('videoUpload.accept', { body: { parts: [part.id] } }, token)).ok.id
}
const readVideo = (id: string) => db.selectFrom('videos').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const transcriptOf = (id: string) =>
  db.selectFrom('transcripts').where('video_id', '=', id).selectAll().executeTakeFirst()
const waitFor = (isReached: () => Promise<boolean>) => vi.waitUntil(isReached, { timeout: 40_000, interval: 30 })
const jobsOf = async (id: string) =>
  (
    await sql<{ name: string; state: string }>`
      select name, state::text from pgboss.job where data->>'videoId' = ${id} order by created_on`.execute(db)
  ).rows

test('recordings are transcribed while the first of them is being encoded, and once', async () => {
  await writeFile(held, '')
  const [first, second] = [await record(), await record()]
  for (const id of [first, second]) {
    await waitFor(async () => (await transcriptOf(id))?.status === 'done')
    expect(await readVideo(id)).toMatchObject({ status: 'finished', main_key: null })
  }
  const encodings = [...(await jobsOf(first)), ...(await jobsOf(second))].filter(
    ({ name }) => name === 'transcode-video',
  )
  expect(encodings.map(({ state }) => state).toSorted()).toEqual(['active', 'created'])
  const { status } = (await server.call('videoUpload.status', { params: { id: first } }, token)).ok
  expect(status).toBe('finished')
  await rm(held)
  for (const id of [first, second]) {
    const { audio_key } = await readVideo(id)
    await waitFor(async () => (await readVideo(id)).main_key !== null)
    const isExtracted = ({ name, state }: { name: string; state: string }) =>
      name !== 'extract-sound' || state === 'completed'
    await waitFor(async () => (await jobsOf(id)).every(isExtracted))
    expect((await readVideo(id)).audio_key).toBe(audio_key)
    expect((await jobsOf(id)).filter(({ name }) => name === 'transcribe-video')).toHaveLength(1)
    expect(await transcriptOf(id)).toMatchObject({ attempts: 1, revision: 1 })
  }
})

test('a recording becomes playable while others are being encoded and transcribed', async () => {
  await writeFile(held, '')
  const speaks = Promise.withResolvers<void>()
  answering = speaks.promise
  const first = await record()
  await waitFor(async () => (await transcriptOf(first))?.status === 'running')
  const second = await record()
  await waitFor(async () => (await readVideo(second)).status === 'finished')
  expect(await transcriptOf(first)).toMatchObject({ status: 'running', words: null })
  expect(await readVideo(first)).toMatchObject({ main_key: null })
  speaks.resolve()
  await waitFor(async () => (await transcriptOf(second))?.status === 'done')
  await rm(held)
})

test('a recording that is deleted while it is transcribed is not transcribed any further', async () => {
  await writeFile(held, '')
  const speaks = Promise.withResolvers<void>()
  answering = speaks.promise
  const id = await record()
  await waitFor(async () => (await transcriptOf(id))?.status === 'running')
  await db.deleteFrom('videos').where('id', '=', id).execute()
  await waitFor(async () =>
    (await jobsOf(id)).some(({ name, state }) => name === 'transcribe-video' && state === 'completed'),
  )
  expect(await transcriptOf(id)).toBeUndefined()
  speaks.resolve()
  await rm(held)
})

test('a recording without sound has no transcript and waits for none', async () => {
  const silent = path.join(folder, 'silent.webm')
  await ffmpeg(...testPattern(1), ...vp8, silent)
  const id = await record(silent)
  await waitFor(async () => {
    return (await jobsOf(id)).some(({ name, state }) => name === 'extract-sound' && state === 'completed')
  })
  expect(await readVideo(id)).toMatchObject({ has_audio: false, audio_key: null })
  expect(await transcriptOf(id)).toBeUndefined()
})
