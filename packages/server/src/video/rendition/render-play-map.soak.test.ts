import { concat, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { ffmpeg, makeNumberedVideo, makeTestFolder, mediaTools, readFrameNumbers } from '../../../test/video-files.ts'
import { probeMedia } from '../../platform/media/index.ts'
import { renderPlayMap } from './render-play-map.ts'

// Encoding takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await makeTestFolder()
const inFolder = (name: string) => path.join(folder, name)

await makeNumberedVideo(inFolder('a.mp4'), { seconds: 4 })
await makeNumberedVideo(inFolder('b.mp4'), { seconds: 4, from: 1000 })
await makeNumberedVideo(inFolder('slow.mp4'), {
  seconds: 2,
  from: 2000,
  rate: 25,
  size: '480x270',
  hasSound: false,
  gop: 25,
})
// As cameras and encoders write them: frames that depend on later ones.
const withB = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-pix_fmt', 'yuv420p']
await makeNumberedVideo(inFolder('lean.mp4'), { seconds: 4, from: 3000, encode: withB })
await makeNumberedVideo(inFolder('fast.mp4'), { seconds: 3, from: 3500, rate: 60, gop: 60 })
await makeNumberedVideo(inFolder('cinema.mp4'), { seconds: 3, from: 3800, rate: 24, gop: 48, hasSound: false })

const files = new Map(['a', 'b', 'slow', 'lean', 'fast', 'cinema'].map((name) => [name, inFolder(`${name}.mp4`)]))
const firstOf: Record<string, number> = { a: 0, b: 1000, slow: 2000, lean: 3000, fast: 3500, cinema: 3800 }
const rates: Record<string, number> = { slow: 25, fast: 60, cinema: 24 }
const rateOf = (videoId: string) => rates[videoId] ?? 30

/** The content that the play map prescribes for each frame, at this frame rate. */
function framesOf(map: PlayMap, rate = 30): number[] {
  const frames: number[] = []
  let start = 0
  for (const { videoId, in: from, dur } of map) {
    const first = Math.round((start * rate) / 1000)
    for (let frame = first; frame < Math.round(((start + dur) * rate) / 1000); frame++) {
      const time = from + (frame - first) * (1000 / rate)
      frames.push((firstOf[videoId] ?? 0) + Math.floor((time * rateOf(videoId)) / 1000 + 0.5))
    }
    start += dur
  }
  return frames
}

async function render(map: PlayMap, tools = mediaTools) {
  const work = inFolder('work')
  await rm(work, { recursive: true, force: true })
  await mkdir(work)
  const output = inFolder('rendition.mp4')
  const { kind } = await renderPlayMap(tools, { map, files, folder: work, output })
  const { durationMs, audio, video } = await probeMedia(mediaTools, { path: output, container: 'mov' })
  return { kind, frames: await readFrameNumbers(output), durationMs, hasAudio: audio !== null, video, output }
}

const piece = (videoId: string, from: number, dur: number) => ({ videoId, in: from, dur })

test.each<[string, PlayMap]>([
  ['pieces of two recordings', [piece('a', 500, 1000), piece('b', 1733, 900), piece('a', 3000, 967)]],
  ['one recording turned around', [piece('a', 2100, 1500), piece('a', 100, 1500)]],
  [
    'pieces that are no whole number of frames',
    Array.from({ length: 20 }, (_, index) => piece('b', index * 150 + 33, 110)),
  ],
  ['a cut between key frames of pictures that lean on later ones', [piece('lean', 1533, 1000), piece('a', 0, 500)]],
])('%s are rendered frame by frame', async (_, map) => {
  const { kind, frames, durationMs } = await render(map)
  const wanted = framesOf(map)
  expect(kind).toBe('encode')
  expect(frames).toHaveLength(wanted.length)
  expect(frames).toEqual(wanted)
  expect(Math.abs((durationMs ?? 0) - map.reduce((sum, { dur }) => sum + dur, 0))).toBeLessThan(40)
})

test.each<[string, PlayMap]>([
  ['two recordings', [piece('a', 1000, 2000), piece('b', 0, 1000), piece('a', 0, 1000), piece('b', 2000, 2000)]],
  ['pictures that lean on later ones', [piece('lean', 2000, 1000), piece('lean', 0, 1000), piece('lean', 3000, 1000)]],
])('where every cut falls on a key frame the pictures of %s are copied', async (_, map) => {
  const { kind, frames, durationMs } = await render(map)
  expect(kind).toBe('copy')
  const wanted = framesOf(map)
  expect(Math.abs(frames.length - wanted.length)).toBeLessThanOrEqual(1)
  expect(frames.filter((frame, index) => frame !== wanted[index]).length).toBeLessThanOrEqual(1)
  expect(Math.abs((durationMs ?? 0) - map.reduce((sum, { dur }) => sum + dur, 0))).toBeLessThan(60)
})

test('forty pieces of three recordings, cut anywhere, match the play map to the frame', async () => {
  // The same numbers in every run, without a pattern that a bug could happen to match.
  let seed = 20_261_122
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  // Avoids times exactly halfway between two frames, where both are equally near.
  const cut = (time: number) => (time % 100 === 50 ? time + 1 : time)
  const map = Array.from({ length: 40 }, () => {
    const videoId = ['a', 'b', 'lean'][random(3)] ?? 'a'
    return piece(videoId, cut(random(3400)), 200 + random(400))
  })
  const { frames, durationMs } = await render(map)
  const wanted = framesOf(map)
  expect(frames).toHaveLength(wanted.length)
  expect(frames).toEqual(wanted)
  expect(Math.abs((durationMs ?? 0) - map.reduce((sum, { dur }) => sum + dur, 0))).toBeLessThan(40)
})

test.each<[string, PlayMap]>([
  ['a part of one recording, cut anywhere', [piece('a', 533, 2100)]],
  ['the same moment again and again', Array.from({ length: 9 }, () => piece('b', 1000, 200))],
])('%s is rendered frame by frame', async (_, map) => {
  const { kind, frames } = await render(map)
  expect(kind).toBe('encode')
  expect(frames).toEqual(framesOf(map))
})

test('pieces that ffmpeg does not copy are decoded', async () => {
  const refusing = inFolder('ffmpeg-without-segments')
  const script = `#!/bin/sh
for argument; do test "$argument" = segment && exit 1; done
exec "${mediaTools.ffmpeg}" "$@"
`
  await writeFile(refusing, script, { mode: 0o755 })
  const { kind, frames } = await render([piece('a', 1000, 2000)], { ...mediaTools, ffmpeg: refusing })
  expect(kind).toBe('encode')
  expect(frames).toEqual(framesOf([piece('a', 1000, 2000)]))
})

test('a range of one recording between key frames is copied', async () => {
  const { kind, frames } = await render([piece('a', 1000, 2000)])
  expect(kind).toBe('copy')
  expect(Math.abs(frames.length - 60)).toBeLessThanOrEqual(1)
  expect(frames.slice(0, 59)).toEqual(Array.from({ length: 59 }, (_, index) => 30 + index))
})

test('recordings of different rates become as smooth as the smoothest, none more than one frame off', async () => {
  const map = [piece('fast', 500, 700), piece('cinema', 417, 1000), piece('a', 1000, 500), piece('fast', 2000, 600)]
  const { kind, frames, video, durationMs } = await render(map)
  const wanted = framesOf(map, 60)
  expect(kind).toBe('encode')
  expect(video?.averageRate).toEqual({ num: 60, den: 1 })
  expect(frames).toHaveLength(wanted.length)
  expect(frames.slice(0, 42)).toEqual(wanted.slice(0, 42))
  expect(frames.slice(-36)).toEqual(wanted.slice(-36))
  for (const [index, frame] of frames.entries()) expect(Math.abs(frame - (wanted[index] ?? 0))).toBeLessThanOrEqual(1)
  expect(Math.abs((durationMs ?? 0) - 2800)).toBeLessThan(40)
})

test('recordings without audio make a rendition without audio', async () => {
  const map = [piece('cinema', 500, 1000), piece('cinema', 2000, 500)]
  const { frames, hasAudio } = await render(map)
  expect(hasAudio).toBe(false)
  expect(frames).toEqual(framesOf(map, 24))
})

test('a whole recording uses its own file', async () => {
  const { kind, frames } = await render([piece('a', 0, 4000)])
  expect(kind).toBe('whole')
  expect(frames).toHaveLength(120)
})

test('recordings of different sizes and rates become one rendition, silent where a recording is', async () => {
  const map = concat([piece('a', 0, 1000)], [piece('slow', 400, 1000)], [piece('a', 1500, 500)])
  const { frames, video, hasAudio, output } = await render(map)
  expect(video).toMatchObject({ width: 480, height: 270 })
  expect(hasAudio).toBe(true)
  // Only the full-size recording keeps the counter in its original position.
  const wanted = framesOf(map)
  expect(frames).toHaveLength(wanted.length)
  for (const [index, frame] of frames.entries()) {
    if (index >= 30 && index < 60) expect(Math.abs(frame - (wanted[index] ?? 0))).toBeLessThanOrEqual(1)
  }
  expect(await loudness(output, 1.1, 0.8)).toBeLessThan(0.001)
  expect(await loudness(output, 0.1, 0.8)).toBeGreaterThan(0.05)
  expect(await loudness(output, 2.1, 0.3)).toBeGreaterThan(0.05)
})

async function loudness(file: string, from: number, length: number): Promise<number> {
  const raw = await ffmpeg(
    '-ss',
    String(from),
    '-t',
    String(length),
    '-i',
    file,
    '-vn',
    '-ac',
    '1',
    '-f',
    's16le',
    'pipe:1',
  )
  let sum = 0
  for (let at = 0; at < raw.length; at += 2) sum += Math.abs(raw.readInt16LE(at)) / 32_768
  return sum / (raw.length / 2)
}
