/**
 * The content of a file, as ffprobe reports it. Every number may be missing or false: limits are checked again on our
 * own output.
 */
import * as z from 'zod'
import { MediaError, runMedia } from './media-process.ts'
import { commandArguments } from './command-arguments.ts'
import type { MediaTools } from './media-tools.ts'
import type { Container } from './sniff-container.ts'

export type MediaFile = { readonly path: string; readonly container: Container }

export type Rate = { readonly num: number; readonly den: number }

export type VideoTrack = {
  readonly index: number
  readonly codec: string
  readonly profile: string
  readonly level: number
  readonly pixelFormat: string
  /** Pixels as stored. */
  readonly width: number
  readonly height: number
  /** Degrees by which a player rotates it: 0, 90, 180 or 270. */
  readonly rotation: number
  readonly isInterlaced: boolean
  readonly hasSquarePixels: boolean
  /** Frames per second: the base rate, and the average. */
  readonly baseRate: Rate | null
  readonly averageRate: Rate | null
}

export type AudioTrack = {
  readonly index: number
  readonly codec: string
  readonly profile: string
  readonly sampleRate: number
  readonly channels: number
}

export type MediaInfo = {
  /** Null if the file does not state it, as in recordings made by browsers. */
  readonly durationMs: number | null
  readonly video: VideoTrack | null
  readonly audio: AudioTrack | null
  readonly trackCount: number
}

const probeTimeoutMs = 60_000
const maxAnswerBytes = 4_000_000

const textField = z.string().catch('')
const countField = z.coerce.number().int().catch(0)
const streamSchema = z.object({
  index: z.number().int(),
  codec_type: textField,
  codec_name: textField,
  profile: textField,
  level: countField,
  pix_fmt: textField,
  width: countField,
  height: countField,
  field_order: textField,
  sample_aspect_ratio: textField,
  r_frame_rate: textField,
  avg_frame_rate: textField,
  sample_rate: countField,
  channels: countField,
  disposition: z.object({ attached_pic: z.number().catch(0) }).catch({ attached_pic: 0 }),
  side_data_list: z
    .array(z.object({ rotation: z.number().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
})
const probeSchema = z.object({
  streams: z.array(streamSchema).catch([]),
  format: z.object({ duration: z.coerce.number().optional().catch(undefined) }).catch({ duration: undefined }),
})

/** The arguments with which ffmpeg and ffprobe open a file: as its detected container, and nothing else. */
export const inputArguments = ({ path, container }: MediaFile): string[] =>
  commandArguments`-protocol_whitelist file,pipe -f ${container} -i file:${path}`

export async function probeMedia(tools: MediaTools, file: MediaFile, signal?: AbortSignal): Promise<MediaInfo> {
  const json = await runProbe(tools, file, ['-show_streams', '-show_format', '-of', 'json'], signal)
  const { streams, format } = probeSchema.parse(JSON.parse(json))
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0)
  const audio = streams.find((one) => one.codec_type === 'audio')
  return {
    durationMs: format.duration !== undefined && format.duration > 0 ? Math.round(format.duration * 1000) : null,
    video: video ? videoTrackOf(video) : null,
    audio: audio ? audioTrackOf(audio) : null,
    trackCount: streams.length,
  }
}

async function runProbe(
  tools: MediaTools,
  file: MediaFile,
  questions: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  await runMedia(tools, {
    program: 'ffprobe',
    parameters: [...questions, ...inputArguments(file)],
    timeoutMs: probeTimeoutMs,
    isUrgent: true,
    signal,
    onOutput(chunk) {
      length += chunk.length
      if (length <= maxAnswerBytes) chunks.push(chunk)
    },
  })
  if (length > maxAnswerBytes) throw new MediaError('refused', 'ffprobe has too much to say about this file')
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The end of the last frame of a track, in ms; null if it has none. Reads the whole file, for files that do not state
 * their duration. A frame without a duration lasts as long as the one before it.
 */
export async function measureTrack(
  tools: MediaTools,
  file: MediaFile,
  index: number,
  options: {
    readonly timeoutMs: number
    readonly signal?: AbortSignal
    /** Reads only what comes after. */
    readonly fromSeconds?: number
  },
): Promise<number | null> {
  let rest = ''
  let last: number | null = null
  let lasting = 0
  await runMedia(tools, {
    ...options,
    isUrgent: true,
    program: 'ffprobe',
    parameters: [
      ...(options.fromSeconds === undefined ? [] : commandArguments`-read_intervals ${options.fromSeconds}%`),
      ...commandArguments`-select_streams ${index} -show_entries packet=pts_time,duration_time -of csv=p=0`,
      ...inputArguments(file),
    ],
    onOutput(chunk) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = (lines.pop() ?? '').slice(-100)
      for (const line of lines) {
        const [time = NaN, duration = NaN] = line.split(',').map((seconds) => Number.parseFloat(seconds) * 1000)
        if (!(time > (last ?? -1))) continue
        lasting = duration > 0 ? duration : time - (last ?? time)
        last = time
      }
    },
  })
  return last === null ? null : Math.round(last + lasting)
}

type Stream = z.infer<typeof streamSchema>

function videoTrackOf(one: Stream): VideoTrack {
  const turn = one.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  return {
    index: one.index,
    codec: one.codec_name,
    profile: one.profile,
    level: one.level,
    pixelFormat: one.pix_fmt,
    width: one.width,
    height: one.height,
    rotation: (((Math.round(turn / 90) * 90) % 360) + 360) % 360,
    isInterlaced: !['', 'unknown', 'progressive'].includes(one.field_order),
    hasSquarePixels: ['', '0:1', '1:1', 'N/A'].includes(one.sample_aspect_ratio),
    baseRate: readRate(one.r_frame_rate),
    averageRate: readRate(one.avg_frame_rate),
  }
}

const audioTrackOf = (one: Stream): AudioTrack => ({
  index: one.index,
  codec: one.codec_name,
  profile: one.profile,
  sampleRate: one.sample_rate,
  channels: one.channels,
})

function readRate(written: string): Rate | null {
  const [num = 0, den = 0] = written.split('/').map(Number)
  return num > 0 && den > 0 ? { num, den } : null
}

/** Width and height as displayed. */
export function displaySize({ width, height, rotation }: VideoTrack): {
  readonly width: number
  readonly height: number
} {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}
