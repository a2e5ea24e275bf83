import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { makeTextVideo } from '../../test/text-pictures.ts'
import { makeTestFolder, mediaToolPaths } from '../../test/video-files.ts'
import { buildCompany } from '../company/company.builder.ts'
import { newFileKey, openFileStorage, type FileStorage } from '../platform/files/index.ts'
import { openMedia } from '../platform/media/index.ts'
import { OcrError, type Ocr } from '../platform/ocr/index.ts'
import { buildVideo } from '../video/video.builder.ts'
import { readRecording } from './read-recording.ts'

const { db } = await createTestDatabase()
const folder = await makeTestFolder()
const media = openMedia(mediaToolPaths)
let files: FileStorage
let company: Awaited<ReturnType<typeof buildCompany>>
beforeAll(async () => {
  files = await openFileStorage({
    dataDirectory: path.join(folder, 'data'),
    secret: 'a secret for tests only, 32 characters',
  })
  company = await buildCompany(db)
})

async function store(file: string, duration: number): Promise<string> {
  const main_key = newFileKey('recordings', 'video/mp4')
  await files.put(main_key, await readFile(file))
  return buildVideo(db, company, { main_key, duration, width: 1280, height: 720 })
}

const read = (videoId: string, ocr: Ocr, signal = AbortSignal.timeout(120_000)) =>
  readRecording({ services: { db, files, media, ocr }, signal, log: () => undefined }, videoId)

const linesOf = (videoId: string) =>
  db
    .selectFrom('screen_text_lines')
    .where('video_id', '=', videoId)
    .select(['content', 'starts_at', 'ends_at'])
    .orderBy('starts_at')
    .orderBy('position')
    .execute()
const statusOf = async (videoId: string) =>
  (await db.selectFrom('screen_texts').where('video_id', '=', videoId).select('status').executeTakeFirst())?.status

/** Recognises the number of the picture that it is given, in order. */
function countingOcr(onPicture: (count: number) => void = () => undefined): Ocr & { readonly count: () => number } {
  let count = 0
  return {
    count: () => count,
    withReader: (_options, work) =>
      work(async () => {
        onPicture((count += 1))
        const text = `Picture ${'abcdefghijklmnopqrst'[count - 1]?.repeat(3)}`
        return [{ text, confidence: 90, box: { left: 0, top: 0, right: 10, bottom: 10 } }]
      }),
  }
}

/** Ten pictures are saved together. */
const screens = 14

async function storeChangingVideo(count: number): Promise<string> {
  const file = path.join(folder, `changing-${count}.mp4`)
  const scenes = Array.from({ length: count }, (_, index) => ({ lines: [`Screen ${index} `.repeat(4)], seconds: 1.5 }))
  await makeTextVideo(file, scenes, { width: 320, height: 180, fontPixels: 12 })
  return store(file, count * 1500)
}

test('an attempt that was interrupted is continued, and nothing is read or stored twice', async () => {
  const videoId = await storeChangingVideo(screens)
  const stopping = new AbortController()
  const first = countingOcr((count) => count === 12 && stopping.abort())
  await expect(read(videoId, first, stopping.signal)).rejects.toThrow()
  expect(await statusOf(videoId)).toBe('reading')
  const second = countingOcr()
  await read(videoId, second)
  expect(await statusOf(videoId)).toBe('done')
  expect(second.count()).toBeLessThanOrEqual(screens - 10 + 1)
  const lines = await linesOf(videoId)
  expect(lines.map(({ ends_at }) => ends_at).slice(0, -1)).toEqual(lines.map(({ starts_at }) => starts_at).slice(1))
  const again = countingOcr()
  await read(videoId, again)
  expect(again.count()).toBe(0)
  expect(await linesOf(videoId)).toEqual(lines)
}, 120_000)

test('of two attempts at the same time, the newer one counts', async () => {
  const videoId = await storeChangingVideo(2)
  const slow = Promise.withResolvers<void>()
  const older: Ocr = {
    withReader: (_options, work) =>
      work(async () => {
        await slow.promise
        return [{ text: 'Older attempt', confidence: 90, box: { left: 0, top: 0, right: 1, bottom: 1 } }]
      }),
  }
  const running = read(videoId, older)
  await expect.poll(() => statusOf(videoId), { timeout: 20_000 }).toBe('reading')
  await read(videoId, countingOcr())
  slow.resolve()
  await running
  expect((await linesOf(videoId)).filter(({ content }) => content === 'Older attempt')).toEqual([])
  expect(await statusOf(videoId)).toBe('done')
}, 120_000)

test('a picture that cannot be read changes nothing', async () => {
  const videoId = await storeChangingVideo(2)
  const broken: Ocr = {
    withReader: (_options, work) => work(() => Promise.reject(new OcrError('The picture could not be read'))),
  }
  await read(videoId, broken)
  expect(await linesOf(videoId)).toEqual([])
  expect(await statusOf(videoId)).toBe('done')
}, 120_000)

test('a recording that is no video fails once and for all', async () => {
  const main_key = newFileKey('recordings', 'video/mp4')
  await files.put(main_key, Buffer.from('no video'))
  const videoId = await buildVideo(db, company, { main_key, duration: 1000, width: 10, height: 10 })
  await expect(read(videoId, countingOcr())).rejects.toThrow()
  expect(await statusOf(videoId)).toBe('failed')
  await read(videoId, countingOcr())
}, 60_000)
