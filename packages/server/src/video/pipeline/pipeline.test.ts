import { readPeaksHeader } from '@knowreel/shared/video/peaks.ts'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { isSoak } from '../../../test/soak.ts'
import {
  aac,
  ffmpeg,
  h264,
  makeTestFolder,
  mediaTools,
  testPattern,
  readFrameNumbers,
  makeNumberedVideo,
  tone,
} from '../../../test/video-files.ts'
import { commandArguments } from '../../platform/media/index.ts'
import { openPipeline, type Pipeline } from './pipeline.fixture.ts'
import { retryVideoStep } from './run/retry-video-step.ts'

// Encoding takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const { db, connection } = await createTestDatabase()
const folder = await makeTestFolder()
let pipeline: Pipeline

beforeAll(async () => {
  pipeline = await openPipeline({ db, connection, dataDirectory: folder })
})
afterAll(() => pipeline.jobs.stop())

const inFolder = (name: string) => path.join(folder, name)
const stored = (key: string | null) => path.join(folder, 'files', key ?? 'nothing')

async function make(name: string, ...parameters: readonly string[]): Promise<string> {
  await ffmpeg(...parameters, inFolder(name))
  return inFolder(name)
}

async function probe(file: string) {
  const { stdout } = await promisify(execFile)(mediaTools.ffprobe, [
    ...commandArguments`-v error -show_streams -show_format -of json ${file}`,
  ])
  return JSON.parse(stdout) as {
    streams: {
      codec_name: string
      width?: number
      height?: number
      pix_fmt?: string
      avg_frame_rate: string
      start_time: string
    }[]
    format: { duration: string; tags?: Record<string, string> }
  }
}

/** The finished recording as people receive it. */
async function process(file: string | Uint8Array) {
  const { video, steps } = await pipeline.whenSettled(await pipeline.upload(file))
  const main = video.main_key === null ? null : await probe(stored(video.main_key))
  return { video, steps, main, codecs: main?.streams.map(({ codec_name }) => codec_name) }
}

const statuses = (steps: Record<string, { status: string }>) =>
  Object.fromEntries(Object.entries(steps).map(([step, { status }]) => [step, status]))

test('an MP4 with H.264 and AAC keeps its frames and gets thumbnails, peaks and a speech track', async () => {
  const counter = inFolder('counter.mp4')
  await makeNumberedVideo(counter, { seconds: 3 })
  const { video, steps, codecs } = await process(counter)
  expect(video).toMatchObject({ status: 'finished', error: null, width: 320, height: 180, has_audio: true })
  expect(Math.abs((video.duration ?? 0) - 3000)).toBeLessThan(60)
  expect(statuses(steps)).toEqual({
    probe: 'done',
    remux: 'done',
    poster: 'done',
    storyboard: 'done',
    peaks: 'done',
    audio: 'done',
  })
  expect(codecs).toEqual(['h264', 'aac'])
  expect(await readFrameNumbers(stored(video.main_key))).toEqual(Array.from({ length: 90 }, (_, frame) => frame))

  const sprite = await probe(stored(video.storyboard_key))
  const board = video.storyboard
  expect(board).toMatchObject({ interval: 1000, width: 160, height: 90 })
  expect(board && [board.columns * board.width, board.height]).toEqual([
    sprite.streams[0]?.width,
    sprite.streams[0]?.height,
  ])
  expect((await probe(stored(video.poster_key))).streams[0]).toMatchObject({ codec_name: 'mjpeg', width: 320 })

  const peaks = await readFile(stored(video.peaks_key))
  const finest = readPeaksHeader(peaks)?.levels[0]
  expect(Math.abs((finest?.pairs ?? 0) - 300)).toBeLessThan(8)
  // The tone has an eighth of the full level.
  expect(Math.abs(peaks.readInt8((finest?.offset ?? 0) + 301) - 16)).toBeLessThan(3)
  expect((await probe(stored(video.audio_key))).streams[0]).toMatchObject({ codec_name: 'opus' })
})

test.runIf(isSoak)('of an MP4 with Opus only the audio is encoded', async () => {
  const file = await make('opus.mp4', ...testPattern(2), ...tone(2), ...h264, '-c:a', 'libopus', '-strict', '-2')
  const before = await ffmpeg('-i', file, '-map', '0:v', '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-f', 'md5', '-')
  const { video, codecs } = await process(file)
  expect(codecs).toEqual(['h264', 'aac'])
  const after = await ffmpeg(
    ...commandArguments`-i ${stored(video.main_key)} -map 0:v -c copy -bsf:v h264_mp4toannexb -f md5 -`,
  )
  expect(String(after)).toBe(String(before))
})

test('a WebM recorded by a browser, without a duration, becomes an MP4 with a key frame every second', async () => {
  const file = await make(
    'live.webm',
    ...testPattern(3),
    ...tone(3),
    ...commandArguments`-c:v libvpx -deadline realtime -cpu-used 8 -g 300 -c:a libopus`,
    ...commandArguments`-f webm -live 1`,
  )
  expect((await probe(file)).format.duration).toBeUndefined()
  const { video, codecs } = await process(file)
  expect(codecs).toEqual(['h264', 'aac'])
  expect(Math.abs((video.duration ?? 0) - 3000)).toBeLessThan(100)
  const keys = await promisify(execFile)(mediaTools.ffprobe, [
    ...commandArguments`-v error -select_streams v -skip_frame nokey -show_entries frame=pts_time`,
    ...commandArguments`-of csv=p=0 ${stored(video.main_key)}`,
  ])
  expect(keys.stdout.trim().split('\n').length).toBeGreaterThanOrEqual(3)
})

test.runIf(isSoak)('frames of uneven length are spaced evenly only when they are encoded', async () => {
  // Drops two frames of three, except in the first second.
  const uneven = ['-vf', String.raw`select='lt(t\,1)+not(mod(n\,3))'`, '-fps_mode', 'vfr']
  const webm = await make('uneven.webm', ...testPattern(3), ...uneven, '-c:v', 'libvpx', '-deadline', 'realtime')
  const encoded = await process(webm)
  expect(encoded.main?.streams[0]?.avg_frame_rate).toBe('30/1')
  const mp4 = await make('uneven.mp4', ...testPattern(3), ...uneven, ...h264)
  const copied = await process(mp4)
  expect(copied.main?.streams[0]?.avg_frame_rate).not.toBe('30/1')
  expect(Math.abs((copied.video.duration ?? 0) - 3000)).toBeLessThan(120)
})

test.runIf(isSoak)('a video from a phone held upright stays upright, copied or encoded', async () => {
  const flat = await make('flat.mp4', ...testPattern(1), ...h264)
  await ffmpeg('-i', flat, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', inFolder('turned.mp4'))
  const old = (await probe(inFolder('turned.mp4'))).streams[0]
  // Newer versions of ffmpeg take the rotation as an option of the input.
  if (!JSON.stringify(old).includes('rotation'))
    await ffmpeg('-display_rotation:v:0', '90', '-i', flat, '-c', 'copy', inFolder('turned.mp4'))
  const { video } = await process(inFolder('turned.mp4'))
  expect(video).toMatchObject({ status: 'finished', width: 180, height: 320 })
  expect(video.storyboard).toMatchObject({ width: 90, height: 160 })

  await ffmpeg('-i', inFolder('turned.mp4'), '-vf', 'format=yuv444p', '-c:v', 'libx264', inFolder('encoded.mp4'))
  expect((await process(inFolder('encoded.mp4'))).video).toMatchObject({ width: 180, height: 320 })
})

test.runIf(isSoak)('a shared window that changes its size midway is fitted into its initial size', async () => {
  const webm = ['-c:v', 'libvpx', '-deadline', 'realtime', '-f', 'webm']
  const wide = await make('wide.webm', ...testPattern(1, '320x180'), ...webm)
  const tall = await make('tall.webm', ...testPattern(1, '200x300'), ...webm)
  const both = inFolder('both.webm')
  // Concatenated without encoding, as a recorder writes it.
  await ffmpeg('-i', `concat:${wide}|${tall}`, '-c', 'copy', both).catch(() => undefined)
  const { video, main } = await process(both)
  expect(video.status).toBe('finished')
  expect(main?.streams[0]).toMatchObject({ width: 320, height: 180 })
})

test.runIf(isSoak)('a copy begins at its first frame, also where frames depend on later ones', async () => {
  const lean = commandArguments`-c:v libx264 -preset veryfast -bf 3 -pix_fmt yuv420p`
  const { main } = await process(await make('lean.mp4', ...testPattern(1), ...tone(1), ...lean, ...aac))
  expect(main?.streams.map(({ start_time }) => Number(start_time))).toEqual([0, 0])
})

test('a recording without audio has no peaks and no speech track, which is not a failure', async () => {
  const { video, steps } = await process(await make('silent.mp4', ...testPattern(1), ...h264))
  expect(video).toMatchObject({ status: 'finished', has_audio: false, peaks_key: null, audio_key: null })
  expect(statuses(steps)).toMatchObject({ poster: 'done', peaks: 'skipped', audio: 'skipped' })
})

test.runIf(isSoak)(
  '10-bit video, odd dimensions and six-channel audio come out in a form every browser plays',
  async () => {
    const deep = await make(
      'deep.mov',
      ...testPattern(1),
      ...commandArguments`-f lavfi -t 1 -i anoisesrc=amplitude=0.1 -ac 6`,
      ...commandArguments`-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error`,
      ...commandArguments`-c:a pcm_s16le`,
    )
    const { main, codecs } = await process(deep)
    expect(codecs).toEqual(['h264', 'aac'])
    expect(main?.streams[0]).toMatchObject({ pix_fmt: 'yuv420p', width: 320, height: 180 })

    const odd = await make(
      'odd.webm',
      ...commandArguments`-f lavfi -t 1 -i testsrc=size=321x181`,
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
    )
    expect((await process(odd)).main?.streams[0]).toMatchObject({ width: 322, height: 182 })
  },
)

test('metadata about who made a recording, where and with what, is removed', async () => {
  const file = await make(
    'named.mp4',
    ...testPattern(1),
    ...h264,
    '-metadata',
    'title=Secret',
    '-metadata',
    'location=+50+030/',
  )
  const { main } = await process(file)
  expect(JSON.stringify(main)).not.toMatch(/Secret|\+50\+030/)
})

test('a failed step runs again when it is retried, and the recording stays playable throughout', async () => {
  const id = await pipeline.upload(await make('again.mp4', ...testPattern(1), ...tone(1), ...h264, ...aac))
  const { video } = await pipeline.whenSettled(id)
  const services = { db, enqueue: pipeline.jobs.enqueue }
  expect(await retryVideoStep(services, id, 'poster')).toBe(false)
  const failed = { status: 'failed', error: 'video_failed', attempts: 3 } as const
  await db.updateTable('video_steps').set(failed).where('video_id', '=', id).where('step', '=', 'poster').execute()
  expect(await retryVideoStep(services, id, 'poster')).toBe(true)
  const again = await pipeline.whenSettled(id)
  expect(again.steps['poster']).toMatchObject({ status: 'done', attempts: 1 })
  expect(again.video.poster_key).not.toBe(video.poster_key)
  expect(again.video.main_key).toBe(video.main_key)
})
