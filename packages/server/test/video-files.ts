/** Small recordings for tests, made with the same ffmpeg that the product uses. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { commandArguments } from '../src/platform/media/index.ts'
import { findMediaTools } from '../src/platform/media/media-tools.ts'

const execute = promisify(execFile)

export const mediaToolPaths = {
  ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
  ffprobePath: process.env['FFPROBE_PATH'] ?? null,
}
export const mediaTools = await findMediaTools(mediaToolPaths)

/** A folder for this test file; removed when it ends. */
export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-video-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function ffmpeg(...parameters: readonly string[]): Promise<Buffer> {
  const { stdout } = await execute(mediaTools.ffmpeg, ['-v', 'error', '-nostdin', '-y', ...parameters], {
    encoding: 'buffer',
    maxBuffer: 1e9,
  })
  return stdout
}

export const testPattern = (seconds: number, size = '320x180', rate = 30) => [
  ...commandArguments`-f lavfi -t ${seconds} -i testsrc2=size=${size}:rate=${rate}`,
]
export const tone = (seconds: number) => [
  '-f',
  'lavfi',
  '-t',
  String(seconds),
  '-i',
  'sine=frequency=440:sample_rate=48000',
]
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30']
export const aac = ['-c:a', 'aac', '-b:a', '96k']

const bits = 12
const cell = 16

/**
 * A recording whose frames carry their number in binary, first bit first, as a strip of white and black squares at the
 * top. Counting starts at `from`, so that frames of different recordings can be distinguished.
 */
export async function makeNumberedVideo(
  file: string,
  {
    seconds = 4,
    rate = 30,
    from = 0,
    gop = 30,
    hasSound = true,
    size = '320x180',
    encode = h264 as readonly string[],
  } = {},
): Promise<void> {
  const boxes = Array.from(
    { length: bits },
    (_, bit) =>
      `drawbox=x=${bit * cell}:y=0:w=${cell}:h=${cell}:color=white:t=fill:enable='gte(mod(floor((n+${from})/${2 ** bit}),2),1)'`,
  )
  await ffmpeg(
    ...commandArguments`-f lavfi -t ${seconds} -i color=black:size=${size}:rate=${rate}`,
    ...(hasSound ? tone(seconds) : []),
    ...commandArguments`-vf ${boxes.join(',')}`,
    ...encode,
    ...commandArguments`-g ${gop} -keyint_min ${gop} -sc_threshold 0`,
    ...(hasSound ? aac : []),
    file,
  )
}

/** The numbers of all frames, in display order. */
export async function readFrameNumbers(file: string): Promise<number[]> {
  const raw = await ffmpeg(
    ...commandArguments`-i ${file} -an -vf crop=${bits * cell}:${cell}:0:0,scale=${bits}:1:flags=area,format=gray`,
    ...commandArguments`-fps_mode passthrough -f rawvideo pipe:1`,
  )
  return Array.from({ length: raw.length / bits }, (_, frame) =>
    raw.subarray(frame * bits, (frame + 1) * bits).reduce((sum, level, bit) => sum + (level > 127 ? 2 ** bit : 0), 0),
  )
}
