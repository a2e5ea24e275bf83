/**
 * The rendition of what an article plays: when it is created, who receives it, and what can be downloaded of an
 * article.
 */
import { copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { jobServices } from '../../../test/job-services.ts'
import { testSecret } from '../../../test/server.ts'
import { mediaTools, readFrameNumbers } from '../../../test/video-files.ts'
import { isSoak } from '../../../test/soak.ts'
import { openFileStorage } from '../../platform/files/index.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { sweepVideoFiles } from '../../video/pipeline/index.ts'
import { insertSteps } from '../../video/pipeline/run/video-step.queries.ts'
import { renderPlayMap } from '../../video/rendition/render-play-map.ts'
import { resumeRenditionsOfVideo } from '../../video/rendition/request-rendition.ts'
import { setUpRenditions, paragraph } from './renditions.fixture.ts'

const { server, db, token, tokens, folder, stored, upload, publish, publishNew, read, downloads, rendered, save } =
  await setUpRenditions()

const rows = () => db.selectFrom('renditions').selectAll().orderBy('id').execute()

const hashOf = async (id: string) =>
  (await db.selectFrom('articles').where('id', '=', id).select('map_hash').executeTakeFirstOrThrow()).map_hash ?? ''
const hashOfVersion = async (articleId: string) =>
  (
    await db
      .selectFrom('article_versions')
      .where('article_id', '=', articleId)
      .select('map_hash')
      .executeTakeFirstOrThrow()
  ).map_hash ?? ''
async function jobsOf(hash: string): Promise<string[]> {
  const found = await sql<{ state: string }>`
    select j.state::text from pgboss.job j join renditions r on r.id::text = j.data ->> 'renditionId'
    where j.name = 'make-rendition' and r.map_hash = ${hash}`.execute(db)
  return found.rows.map(({ state }) => state)
}
const isStored = (key: string | null | undefined) =>
  stat(stored(key ?? '')).then(
    ({ size }) => size > 0,
    () => false,
  )
async function sweep() {
  const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
  const run = await sweepVideoFiles.load()
  const services = jobServices(db, { files }) as JobServices
  await run({ payload: {}, attempt: 1, log: () => undefined, signal: new AbortController().signal, services })
}

describe('the rendition of several pieces', () => {
  test('is created after publishing and named by the article', async () => {
    const [a, b] = [await upload('a'), await upload('b')]
    const article = await publishNew([
      [a, 500, 1000],
      [b, 1000, 600],
    ])
    expect(article.rendition).toBeNull()
    const rendition = await rendered(article.id)
    expect(rendition).toMatchObject({ mime: 'video/mp4', duration: 1600, sprite: { count: 2 } })
    for (const picture of [rendition.posterUrl, rendition.spriteUrl])
      expect((await save(picture ?? '')).status).toBe(200)
    const [row] = (await rows()).slice(-1)
    const file = stored(row?.file_key ?? '')
    expect(await readFrameNumbers(file)).toEqual([
      ...Array.from({ length: 30 }, (_, frame) => 15 + frame),
      ...Array.from({ length: 18 }, (_, frame) => 1030 + frame),
    ])
    expect(row).toMatchObject({ status: 'done', progress: 100, attempts: 1, size: (await stat(file)).size })
    const answer = await save(rendition.url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(answer.headers.get('content-disposition')).toBe('inline')
  })

  test.runIf(isSoak)(
    'plays the pieces in the published order, also when the next publish happens in the meantime',
    async () => {
      const [a, b] = [await upload('a'), await upload('b')]
      const first = [[a, 0, 1000] as const, [b, 1500, 500] as const]
      const { id, paragraphs } = await publishNew(first)
      const moved = paragraphs.map((one) => ({
        ...paragraph(first[1] ?? [b, 0, 1], first[0] ?? [a, 0, 1]),
        id: one.id,
      }))
      const again = await publish(id, { paragraphs: moved })
      expect(again.rendition).toBeNull()
      await rendered(id)
      const [own, version] = [await hashOf(id), await hashOfVersion(id)]
      expect(own).not.toBe(version)
      const made = (await rows()).filter(({ map_hash }) => [own, version].includes(map_hash))
      expect(made.map(({ status }) => status)).toEqual(['done', 'done'])
      const [before, after] = [
        made.find(({ map_hash }) => map_hash === version),
        made.find((row) => row.map_hash === own),
      ]
      expect((await readFrameNumbers(stored(before?.file_key ?? ''))).slice(0, 2)).toEqual([0, 1])
      expect((await readFrameNumbers(stored(after?.file_key ?? ''))).slice(0, 2)).toEqual([1045, 1046])
    },
  )

  test('is created once for articles and versions with the same map', async () => {
    const a = await upload('a')
    const pieces = [[a, 0, 500] as const, [a, 2000, 500] as const]
    const one = await publishNew(pieces)
    const { url } = await rendered(one.id)
    const other = await publishNew(pieces, 'Replace a meter, for beginners')
    expect(other.rendition?.url.split('?')[0]).toBe(url.split('?')[0])
    const renamed = await publish(one.id, { title: 'Replace an old meter' })
    expect(renamed.rendition?.url.split('?')[0]).toBe(url.split('?')[0])
    const hash = await hashOf(one.id)
    expect((await rows()).filter(({ map_hash }) => map_hash === hash)).toHaveLength(1)
    expect(await hashOfVersion(one.id)).toBe(hash)
  })

  test('is not needed when one recording is played from start to end, which serves as rendition', async () => {
    const a = await upload('a')
    const before = (await rows()).length
    const article = await publishNew([[a, 0, 3000]])
    expect(article.rendition).toMatchObject({ mime: 'video/mp4', duration: 3000 })
    expect(article.rendition?.url.split('?')[0]).toBe(article.videos[0]?.url?.split('?')[0])
    expect(await rows()).toHaveLength(before)
    // A part of a recording is another rendition.
    const part = await publishNew([[a, 0, 2000]])
    expect(part.rendition).toBeNull()
    expect(await rendered(part.id)).toMatchObject({ duration: 2000 })
  })

  test.runIf(isSoak)('has a small file first if it takes long to encode', async () => {
    const [input, work] = [path.join(folder, 'a.mp4'), path.join(folder, 'work')]
    await mkdir(work)
    const map = Array.from({ length: 7 }, (_, index) => ({ videoId: 'a', in: 3 * index + 1, dur: 2900 }))
    const quick: number[][] = []
    await renderPlayMap(mediaTools, {
      map,
      files: new Map([['a', input]]),
      folder: work,
      output: path.join(folder, 'whole.mp4'),
      onQuickFile: async (file) => void quick.push(await readFrameNumbers(file)),
    })
    expect(quick).toEqual([await readFrameNumbers(path.join(folder, 'whole.mp4'))])
    expect(quick[0]).toHaveLength(609)
  })

  test('of a whole recording is its first file until there is one that plays everywhere', async () => {
    const a = await upload('a')
    const { main_key } = await db.selectFrom('videos').where('id', '=', a).select('main_key').executeTakeFirstOrThrow()
    const first = { first_key: main_key, first_mime: 'video/webm; codecs="vp8, opus"', main_key: null }
    await db.updateTable('videos').set(first).where('id', '=', a).execute()
    const { id } = await publishNew([[a, 0, 3000]])
    const { rendition, videos } = await read(id, tokens.viewer)
    expect([rendition, videos]).toMatchObject([{ mime: first.first_mime, needsCodecs: true, duration: 3000 }, []])
    expect((await downloads(id)).ok.urls).toEqual([])
    await db.updateTable('videos').set({ main_key, first_key: null }).where('id', '=', a).execute()
    expect((await read(id, tokens.viewer)).rendition).toMatchObject({ mime: 'video/mp4', needsCodecs: false })
  })

  test('waits until the recordings can be played', async () => {
    const [a, b] = [await upload('a'), await upload('b')]
    const waiting = { status: 'processing', main_key: null } as const
    const { main_key } = await db.selectFrom('videos').where('id', '=', b).select('main_key').executeTakeFirstOrThrow()
    await db.updateTable('videos').set(waiting).where('id', '=', b).execute()
    const { id } = await publishNew([
      [a, 0, 500],
      [b, 0, 500],
    ])
    const hash = await hashOf(id)
    await vi.waitFor(async () => expect(await jobsOf(hash)).toEqual(['completed']), { timeout: 20_000 })
    expect((await rows()).find(({ map_hash }) => map_hash === hash)).toMatchObject({ status: 'waiting', attempts: 0 })
    await db.updateTable('videos').set({ status: 'finished', main_key }).where('id', '=', b).execute()
    await db.transaction().execute((trx) => resumeRenditionsOfVideo(trx, server.jobs.enqueue, b))
    expect(await rendered(id)).toMatchObject({ duration: 1000 })
  })

  test.runIf(isSoak)('reports that a recording could not be encoded, and encodes it again on request', async () => {
    const [a, b] = [await upload('a'), await upload('b')]
    const { main_key } = await db.selectFrom('videos').where('id', '=', b).select('main_key').executeTakeFirstOrThrow()
    const fail = async () => {
      const first = { main_key: null, first_key: main_key, first_mime: 'video/mp4; codecs="avc1.640028"' }
      await db.updateTable('videos').set(first).where('id', '=', b).execute()
      const failure = { status: 'failed', error: 'video_too_slow' } as const
      await db.updateTable('video_steps').set(failure).where('video_id', '=', b).where('step', '=', 'remux').execute()
    }
    await db.updateTable('videos').set({ original_key: main_key }).where('id', '=', b).execute()
    await insertSteps(db, b)
    for (const pieces of [[[b, 0, 3000] as const], [[a, 0, 500] as const, [b, 0, 500] as const]]) {
      await fail()
      const { id } = await publishNew(pieces)
      const error = 'Processing took too long and was stopped'
      expect((await read(id)).renditionFailure).toEqual({ error, canRetry: true })
      expect((await read(id, tokens.viewer)).renditionFailure).toEqual({ error, canRetry: false })
      const retry = () => server.call('article.retryRendition', { params: { id } }, token)
      expect((await retry()).ok).toEqual({ success: true })
      const isFinal = async () => (await read(id, tokens.viewer)).rendition?.needsCodecs === false
      await vi.waitFor(async () => expect(await isFinal()).toBe(true), { timeout: 40_000, interval: 100 })
      expect((await read(id)).renditionFailure).toBeNull()
      expect((await retry()).error.code).toBe('video_step_not_failed')
    }
  })

  test('reports a failure with a message, and is created again on request', async () => {
    const [a, b] = [await upload('a'), await upload('b')]
    const { main_key } = await db.selectFrom('videos').where('id', '=', b).select('main_key').executeTakeFirstOrThrow()
    await rm(stored(main_key ?? ''))
    const { id } = await publishNew([
      [a, 0, 500],
      [b, 0, 500],
    ])
    const state = async () => (await downloads(id)).ok.rendition
    await vi.waitFor(async () => expect((await state())?.status).toBe('failed'), { timeout: 20_000 })
    expect((await state())?.error).toBe('The recording is damaged or incomplete and cannot be read')
    expect((await downloads(id)).ok.urls.map(({ id: file }) => file)).toEqual([a, b])
    const error = 'The recording is damaged or incomplete and cannot be read'
    const failureFor = async (by: string) => (await read(id, by)).renditionFailure
    expect(await state()).toMatchObject({ error, canRetry: false })
    for (const by of [token, tokens.viewer]) expect(await failureFor(by)).toEqual({ error, canRetry: false })
    await db
      .updateTable('renditions')
      .set({ error: 'video_failed' })
      .where('map_hash', '=', await hashOf(id))
      .execute()
    expect(await failureFor(token)).toEqual({ error: 'Processing failed. Please try again', canRetry: true })
    expect((await failureFor(tokens.viewer))?.canRetry, 'a viewer').toBe(false)
    await copyFile(path.join(folder, 'b.mp4'), stored(main_key ?? ''))
    const retry = (by: string) => server.call('article.retryRendition', { params: { id } }, by)
    expect((await retry(tokens.viewer)).error.code).toBe('forbidden')
    expect((await retry(token)).ok).toEqual({ success: true })
    expect(await failureFor(token)).toBeNull()
    expect(await rendered(id)).toMatchObject({ duration: 1000 })
    expect((await retry(token)).error.code).toBe('video_step_not_failed')
  })
})

describe('the file of a rendition', () => {
  test('is deleted when no article and no version plays it any more, and not before', async () => {
    const a = await upload('a')
    const { id, paragraphs } = await publishNew([
      [a, 0, 300],
      [a, 2000, 300],
    ])
    await rendered(id)
    const hash = await hashOf(id)
    const { file_key } = (await rows()).find(({ map_hash }) => map_hash === hash) ?? {}
    const age = () =>
      db
        .updateTable('renditions')
        .set({ requested_at: new Date(Date.now() - 3 * 86_400_000) })
        .execute()
    const long = new Date(Date.now() - 3 * 86_400_000)
    await utimes(stored(file_key ?? ''), long, long)
    await publish(id, { paragraphs: paragraphs.map((one) => ({ ...one, ...paragraph([a, 0, 3000]), id: one.id })) })
    await age()
    await sweep()
    expect((await rows()).some(({ map_hash }) => map_hash === hash)).toBe(true)
    expect(await isStored(file_key)).toBe(true)

    await db.deleteFrom('article_versions').where('article_id', '=', id).execute()
    await age()
    await sweep()
    expect((await rows()).some(({ map_hash }) => map_hash === hash)).toBe(false)
    expect(await isStored(file_key)).toBe(false)
  })
})
