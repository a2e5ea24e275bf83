/** Broken and malicious files: each becomes a recording or is refused with a helpful error. */
import { videoErrors, type VideoErrorCode } from '@knowreel/shared/video/video-errors.ts'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { isSoak } from '../../../test/soak.ts'
import { aac, ffmpeg, h264, makeTestFolder, testPattern, tone } from '../../../test/video-files.ts'
import { commandArguments } from '../../platform/media/index.ts'
import { openPipeline, type Pipeline } from './pipeline.fixture.ts'

const { db, connection } = await createTestDatabase()
const folder = await makeTestFolder()
let pipeline: Pipeline

beforeAll(async () => {
  pipeline = await openPipeline({ db, connection, dataDirectory: folder })
})
afterAll(() => pipeline.jobs.stop())

async function make(name: string, ...parameters: readonly string[]): Promise<Buffer> {
  const file = path.join(folder, name)
  await ffmpeg(...parameters, file)
  return readFile(file)
}

const good = await make('good.mp4', ...testPattern(2), ...tone(2), ...h264, ...aac)
const indexFirst = await make(
  'first.mp4',
  ...commandArguments`-i ${path.join(folder, 'good.mp4')} -c copy -movflags +faststart`,
)
const vp8 = commandArguments`-c:v libvpx -deadline realtime -cpu-used 8`
const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const flip = (file: Buffer, seed: number) => {
  const copy = Buffer.from(file)
  // The same positions in every run.
  for (let at = 40 + seed * 7; at < copy.length; at += 97 + seed * 13) copy[at] = (copy[at] ?? 0) ^ (1 << (seed % 8))
  return copy
}

type Case = readonly [name: string, file: () => Buffer | Promise<Buffer>, end: VideoErrorCode | 'finished']

const cases: readonly Case[] = [
  ['no bytes at all', () => Buffer.alloc(0), 'video_empty'],
  ['five bytes', () => Buffer.from('video'), 'video_wrong_type'],
  ['random bytes', () => randomBytes(100_000), 'video_wrong_type'],
  ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'), 'video_wrong_type'],
  ['a list of files', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), 'video_wrong_type'],
  [
    'a picture that fetches another',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'video_wrong_type',
  ],
  ['a playlist in an AVI', () => Buffer.from('RIFF\0\0\0\0AVI LIST#EXTM3U\nfile:///etc/passwd'), 'video_wrong_type'],
  ['a still picture', () => make('still.png', ...testPattern(1), '-frames:v', '1'), 'video_wrong_type'],
  [
    'a still picture in boxes like those of MP4',
    () => box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')),
    'video_wrong_type',
  ],
  [
    'a playlist in the boxes of an MP4',
    () => Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), Buffer.from('#EXTM3U\nfile:///etc/passwd')]),
    'video_unreadable',
  ],
  ['an MP4 without its index', () => good.subarray(0, good.length - 2000), 'video_unreadable'],
  ['an MP4 that breaks off after its index', () => indexFirst.subarray(0, indexFirst.length >> 1), 'finished'],
  [
    'an MP4 of nothing but its index',
    () => make('none.mp4', ...testPattern(1), ...h264, '-frames:v', '0'),
    'video_unreadable',
  ],
  [
    'the start of a WebM and then noise',
    () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomBytes(5000)]),
    'video_unreadable',
  ],
  [
    'a WebM that breaks off',
    async () => (await make('whole.webm', ...testPattern(2), ...vp8)).subarray(0, 20_000),
    'finished',
  ],
  ['sound alone in an MP4', () => make('sound.mp4', ...tone(1), ...aac), 'video_no_picture'],
  ['sound alone in a WebM', () => make('sound.webm', ...tone(1), '-c:a', 'libopus'), 'video_no_picture'],
  [
    'sound with a picture of its cover',
    () =>
      make(
        'cover.mp4',
        ...tone(1),
        ...testPattern(1),
        ...commandArguments`-map 0 -map 1 -c:a aac -c:v mjpeg -frames:v 1 -disposition:v:0 attached_pic`,
      ),
    'video_no_picture',
  ],
  ['a picture beyond 8K', () => make('vast.webm', ...testPattern(0.1, '8400x64'), ...vp8), 'video_too_large'],
  [
    'ten hours in ten frames',
    () => make('long.mp4', ...testPattern(36_000, '64x64', 1 / 3600), ...h264),
    'video_too_long',
  ],
  [
    'ten hours in ten frames that do not say so',
    () => make('long.webm', ...testPattern(36_000, '64x64', 1 / 3600), ...vp8, '-live', '1'),
    'video_too_long',
  ],
  [
    'sixty tracks of sound',
    () =>
      make(
        'tracks.mp4',
        ...testPattern(1),
        ...tone(1),
        ...h264,
        ...aac,
        '-map',
        '0',
        ...Array(60).fill(['-map', '1']).flat(),
      ),
    'finished',
  ],
]

test('every broken or malicious file ends as a recording or with a clear error', { timeout: 120_000 }, async () => {
  // The first eleven are refused before anything is encoded.
  const tried = isSoak ? cases : cases.slice(0, 11)
  const ends = await Promise.all(
    tried.map(async ([name, file]) => {
      const { video } = await pipeline.whenSettled(await pipeline.upload(await file()))
      return [name, video.error ?? video.status]
    }),
  )
  expect(Object.fromEntries(ends)).toEqual(Object.fromEntries(tried.map(([name, , end]) => [name, end])))
})

test('a file with flipped bits does no harm', { timeout: 60_000 }, async () => {
  const ends = await Promise.all(
    (isSoak ? [0, 1, 2, 3] : [0]).map(async (seed) => {
      const { video } = await pipeline.whenSettled(await pipeline.upload(flip(indexFirst, seed)))
      return video.error ?? video.status
    }),
  )
  for (const end of ends) expect([...Object.keys(videoErrors), 'finished']).toContain(end)
})

test('no temporary files remain, and the next recording is processed normally', { timeout: 60_000 }, async () => {
  const { video } = await pipeline.whenSettled(await pipeline.upload(good))
  expect(video.status).toBe('finished')
  expect(await readdir(path.join(folder, 'files/drafts'))).toEqual([])
  const kept: string[] = []
  for await (const { key } of pipeline.files.list('recordings')) kept.push(key)
  const rows = await db.selectFrom('videos').selectAll().execute()
  const named = rows.flatMap((row) => [row.main_key, row.poster_key, row.storyboard_key, row.peaks_key, row.audio_key])
  expect(kept.toSorted()).toEqual(named.filter((key) => key !== null).toSorted())
})
