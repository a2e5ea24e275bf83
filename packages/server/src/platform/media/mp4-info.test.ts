import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { aac, ffmpeg, h264, makeTestFolder, mediaTools, testPattern, tone } from '../../../test/video-files.ts'
import { isSoak } from '../../../test/soak.ts'
import { readMp4Info } from './mp4-info.ts'
import { probeMedia } from './probe-media.ts'
import { commandArguments } from './command-arguments.ts'

const folder = await makeTestFolder()
const inFolder = (name: string) => path.join(folder, name)

async function make(name: string, ...parameters: readonly string[]): Promise<string> {
  await ffmpeg(...parameters, inFolder(name))
  return inFolder(name)
}

/** The facts that decide whether streams are copied. */
const comparable = (facts: Awaited<ReturnType<typeof probeMedia>> | null) =>
  facts && {
    durationMs: facts.durationMs,
    audio: facts.audio,
    trackCount: facts.trackCount,
    video: { ...facts.video, baseRate: null, averageRate: null },
  }

const x264 = (...more: readonly string[]) => ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...more]

describe('a plain MP4 gives the same facts as ffprobe', () => {
  test.each<[string, readonly string[]]>([
    ['with the index behind', [...testPattern(1), ...tone(1), ...h264, ...aac]],
    ['with the index in front', [...testPattern(1), ...tone(1), ...h264, ...aac, '-movflags', '+faststart']],
    ['with pictures that lean on later ones', [...testPattern(1), ...tone(1), ...x264('-bf', '3'), ...aac]],
    ['of odd blocks', [...testPattern(1, '322x182'), ...x264()]],
    [
      'of the main profile and sound of six channels',
      [...testPattern(1), ...tone(1), ...x264('-profile:v', 'main'), ...aac, '-ac', '6'],
    ],
  ])('%s', async (name, parameters) => {
    const file = await make(`${name}.mp4`, ...parameters)
    const { sampleCount, ...facts } = (await readMp4Info(file)) ?? {
      sampleCount: 0,
      durationMs: 0,
      audio: null,
      video: null,
      trackCount: 0,
    }
    expect(comparable(facts)).toEqual(comparable(await probeMedia(mediaTools, { path: file, container: 'mov' })))
    expect(sampleCount).toBeGreaterThanOrEqual(30)
  })
})

describe('any other file gives none', () => {
  test.each<[string, readonly string[]]>([
    ['ten bits', [...testPattern(1), ...x264('-pix_fmt', 'yuv420p10le')]],
    ['whole colours', [...testPattern(1), ...x264('-pix_fmt', 'yuv444p')]],
    ['fragments', [...testPattern(1), ...x264('-movflags', 'frag_keyframe+empty_moov')]],
    ['half pictures', [...testPattern(1, '320x192'), ...x264('-flags', '+ilme+ildct', '-x264opts', 'interlaced')]],
    ['other sound', [...testPattern(1), ...tone(1), ...h264, '-c:a', 'libopus', '-strict', '-2']],
    ['pixels that are not square', [...testPattern(1), ...x264('-vf', 'setsar=4/3')]],
    ['other pictures', [...testPattern(1), '-c:v', 'mpeg4']],
    [
      'two tracks of sound',
      [...testPattern(1), ...tone(1), ...tone(1), ...commandArguments`-map 0 -map 1 -map 2`, ...h264, ...aac],
    ],
    ['no pictures', [...tone(1), ...aac]],
  ])('%s', async (name, parameters) => {
    expect(await readMp4Info(await make(`${name}.mp4`, ...parameters))).toBeNull()
  })

  test('a file that is truncated or lies about its sizes gives none, quickly', async () => {
    const whole = await readFile(
      await make('whole.mp4', ...testPattern(1), ...tone(1), ...h264, ...aac, '-movflags', '+faststart'),
    )
    const begun = performance.now()
    for (let length = 0; length < 4000; length += isSoak ? 37 : 370) {
      await writeFile(inFolder('cut.mp4'), whole.subarray(0, length))
      expect(await readMp4Info(inFolder('cut.mp4'))).toBeNull()
    }
    // With any byte of the index corrupted, the result is facts or null, never an error.
    for (let at = 0; at < 3000; at += isSoak ? 3 : 23) {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      await writeFile(inFolder('broken.mp4'), broken)
      await readMp4Info(inFolder('broken.mp4'))
    }
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})
