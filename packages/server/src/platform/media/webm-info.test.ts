import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ffmpeg, makeTestFolder, mediaTools, testPattern, tone } from '../../../test/video-files.ts'
import { isSoak } from '../../../test/soak.ts'
import { commandArguments } from './command-arguments.ts'
import { measureTrack, probeMedia } from './probe-media.ts'
import { measureWebm, readWebmInfo } from './webm-info.ts'

const folder = await makeTestFolder()
const inFolder = (name: string) => path.join(folder, name)

async function make(name: string, ...parameters: readonly string[]): Promise<string> {
  await ffmpeg(...parameters, inFolder(name))
  return inFolder(name)
}

const vp8 = commandArguments`-c:v libvpx -deadline realtime -cpu-used 16 -g 15`
const vp9 = commandArguments`-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 15`
const opus = ['-c:a', 'libopus']
const live = commandArguments`-f webm -live 1`
const indexed = commandArguments`-reserve_index_space 10000`

/** The facts that name its codecs and decide whether it is refused. */
const comparable = (facts: Awaited<ReturnType<typeof probeMedia>> | null) =>
  facts && {
    durationMs: facts.durationMs,
    trackCount: facts.trackCount,
    audio: facts.audio && { codec: facts.audio.codec, index: facts.audio.index, channels: facts.audio.channels },
    video: facts.video && {
      index: facts.video.index,
      codec: facts.video.codec,
      width: facts.video.width,
      height: facts.video.height,
      pixelFormat: facts.video.pixelFormat,
      rotation: facts.video.rotation,
      hasSquarePixels: facts.video.hasSquarePixels,
    },
  }

describe('a plain WebM gives the same facts as ffprobe', () => {
  test.each<[string, readonly string[]]>([
    ['VP8 with Opus', [...testPattern(1), ...tone(1), ...vp8, ...opus]],
    ['VP9 without sound', [...testPattern(1, '322x182'), ...vp9]],
    ['VP9 with Vorbis, sound first', [...tone(1), ...testPattern(1), ...vp9, ...commandArguments`-c:a libvorbis`]],
    ['as a browser records it, without duration and sizes', [...testPattern(1), ...tone(1), ...vp8, ...opus, ...live]],
  ])('%s', async (name, parameters) => {
    const file = await make(`${name}.webm`, ...parameters)
    const facts = await readWebmInfo(file)
    expect(facts).not.toBeNull()
    expect(comparable(facts)).toEqual(comparable(await probeMedia(mediaTools, { path: file, container: 'matroska' })))
  })
})

describe('any other file gives none', () => {
  test.each<[string, readonly string[]]>([
    ['ten bits', [...testPattern(1), ...vp9, '-pix_fmt', 'yuv420p10le']],
    ['whole colours', [...testPattern(1), ...vp9, '-pix_fmt', 'yuv444p']],
    ['pixels that are not square', [...testPattern(1), ...vp8, '-vf', 'setsar=4/3']],
    ['two tracks of sound', [...testPattern(1), ...tone(1), ...tone(1), '-map', '0', '-map', '1', '-map', '2', ...vp8]],
    ['other pictures', [...testPattern(1), '-c:v', 'libx264', '-f', 'matroska']],
    ['no pictures', [...tone(1), ...opus]],
  ])('%s', async (name, parameters) => {
    expect(await readWebmInfo(await make(`${name}.webm`, ...parameters))).toBeNull()
  })
})

test.runIf(isSoak)('an indexed copy lasts until its last frame ends', async () => {
  const recorded = await make('recorded.webm', ...testPattern(7), ...tone(5), ...vp8, ...opus, ...live)
  for (const [name, source] of [
    ['stated', await make('encoded.webm', ...testPattern(7), ...tone(5), ...vp8, ...opus)],
    ['unstated', recorded],
  ] as const) {
    const copy = await make(`${name}-copy.webm`, '-i', source, '-c', 'copy', ...indexed)
    const file = { path: copy, container: 'matroska' } as const
    const video = await measureTrack(mediaTools, file, 0, { timeoutMs: 20_000 })
    const { durationMs } = await probeMedia(mediaTools, file)
    expect(await measureWebm(copy)).toBe(Math.max(video ?? 0, durationMs ?? 0))
  }
  expect(await measureWebm(recorded), 'without an index, nothing is known').toBeNull()
})

test('a truncated or corrupted file gives facts or none, quickly', async () => {
  const encoded = await make('whole.webm', ...testPattern(1, '160x90', 10), ...tone(1), ...vp8, ...opus, ...indexed)
  const whole = await readFile(encoded)
  const broken = inFolder('broken.webm')
  const begun = performance.now()
  for (let length = 0; length < 3000; length += isSoak ? 37 : 370) {
    await writeFile(broken, whole.subarray(0, length))
    await readWebmInfo(broken)
    expect(await measureWebm(broken)).toBeNull()
  }
  // With any byte of the headers corrupted, the result is facts or null, never an error.
  for (let at = 0; at < 900; at += isSoak ? 1 : 7) {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ ([0xff, 0x01, 0x10][at % 3] ?? 0)
    await writeFile(broken, copy)
    await readWebmInfo(broken)
    await measureWebm(broken)
  }
  expect(performance.now() - begun).toBeLessThan(20_000)
})
