/**
 * Recordings that identify their frames: the top of every frame encodes the recording number and the frame number as
 * light and dark blocks. The sound has a short beep every 200 ms, which falls on a frame boundary at 25 and at 30
 * frames per second.
 */
import { execFile } from 'node:child_process'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'

const execute = promisify(execFile)

/** Blocks of one frame, lowest bit first: 16 for the frame number, 2 for the recording. */
const frameNumberBits = 16
const codeBits = 18
export const beepIntervalMs = 200
const beepDurationMs = 30

export type Recording = {
  readonly id: string
  readonly file: string
  readonly mime: string
  readonly number: number
  readonly durationMs: number
  /** Start of each frame in ms. */
  readonly frames: readonly number[]
}

type RecordingSpec = {
  readonly id: string
  readonly number: number
  readonly width: number
  readonly height: number
  readonly rate: number
  readonly codec: readonly string[]
  readonly container: 'webm' | 'mp4'
}

const vp9 = (group: number) =>
  `-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -b:v 1200k -g ${group} -c:a libopus`.split(' ')
const h264 = (group: number) =>
  `-c:v libx264 -preset veryfast -bf 2 -b:v 1200k -g ${group} -keyint_min ${group} -c:a aac -movflags +faststart`.split(
    ' ',
  )

export const recordingSpecs: readonly RecordingSpec[] = [
  { id: 'a', number: 0, width: 640, height: 360, rate: 30, codec: vp9(30), container: 'webm' },
  { id: 'b', number: 1, width: 480, height: 270, rate: 25, codec: h264(50), container: 'mp4' },
  { id: 'c', number: 2, width: 1280, height: 720, rate: 30, codec: h264(30), container: 'mp4' },
]

/** The same with 720 lines. */
export const recordingSpecs720p: readonly RecordingSpec[] = recordingSpecs.map((kind) => ({
  ...kind,
  width: 1280,
  height: 720,
}))

export async function makeRecordings(
  folder: string,
  seconds: number,
  wanted = recordingSpecs,
): Promise<readonly Recording[]> {
  const { ffmpeg, ffprobe } = await findMediaTools({
    ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
    ffprobePath: process.env['FFPROBE_PATH'] ?? null,
  })
  const recordings: Recording[] = []
  for (const kind of wanted) {
    const file = path.join(folder, `${kind.id}.${kind.container}`)
    await execute(ffmpeg, [...ffmpegInputs(kind, seconds), ...kind.codec, file], { maxBuffer: 1e8 })
    const { stdout } = await execute(
      ffprobe,
      `-v error -select_streams v:0 -show_entries packet=pts_time -of csv=p=0 ${file}`.split(' '),
      { maxBuffer: 1e8 },
    )
    const frames = stdout
      .split('\n')
      .map((line) => Number.parseFloat(line) * 1000)
      .filter(Number.isFinite)
      .toSorted((one, other) => one - other)
    const mime = kind.container === 'webm' ? 'video/webm' : 'video/mp4'
    recordings.push({ id: kind.id, file, mime, number: kind.number, durationMs: seconds * 1000, frames })
  }
  return recordings
}

function ffmpegInputs(kind: RecordingSpec, seconds: number): string[] {
  const picture = `testsrc2=size=${kind.width}x${kind.height}:rate=${kind.rate}:duration=${seconds},${frameCodeFilter(kind)}`
  const sound = `aevalsrc=${audioExpression(kind)}:s=48000:d=${seconds}`
  return ['-v', 'error', '-y', '-f', 'lavfi', '-i', `${picture},format=yuv420p`, '-f', 'lavfi', '-i', sound]
}

function frameCodeFilter({ number, width, height }: RecordingSpec): string {
  const wide = Math.floor(width / 20)
  const high = Math.floor(height / 10)
  const box = (bit: number, colour: string, enable: string) =>
    `drawbox=x=${bit * wide}:y=0:w=${wide}:h=${high}:color=${colour}:t=fill:enable='${enable}'`
  const dark = `drawbox=x=0:y=0:w=${width}:h=${high}:color=black:t=fill`
  const light = Array.from({ length: codeBits }, (_, bit) =>
    bit < frameNumberBits
      ? box(bit, 'white', `mod(floor(n/${2 ** bit}),2)`)
      : box(bit, 'white', (number >> (bit - frameNumberBits)) & 1 ? '1' : '0'),
  )
  return [dark, ...light].join(',')
}

/** A tone for each recording, plus the beeps, with edges smooth enough not to click. */
function audioExpression({ number }: RecordingSpec): string {
  const phase = `mod(t,${beepIntervalMs / 1000})`
  const beep = `min(1,${phase}/0.001)*min(1,max(0,(${beepDurationMs / 1000}-${phase})/0.001))`
  return `'0.08*sin(2*PI*${440 + number * 110}*t)+0.7*sin(2*PI*3000*t)*${beep}'`
}

/** The frame that is visible at a time of the recording. */
export function frameAt({ frames }: Recording, ms: number): number {
  // Map times are whole milliseconds, so a frame starting within half a millisecond counts.
  const found = frames.findLastIndex((begins) => begins <= ms + 0.5)
  return Math.max(0, found)
}

/** Overwrites a range in the middle, as a failing disk does. */
export async function corruptRecording({ file }: Recording, from: number, to: number): Promise<void> {
  const { size } = await stat(file)
  const handle = await open(file, 'r+')
  try {
    const first = Math.floor(size * from)
    const noise = Buffer.alloc(Math.floor(size * to) - first, 0xff)
    await handle.write(noise, 0, noise.length, first)
  } finally {
    await handle.close()
  }
}
