/**
 * Where a video track can be cut without decoding it: at key frames that no dependency crosses. Also what decides
 * whether two tracks can be joined in one file.
 */
import * as z from 'zod'
import { runMedia } from './media-process.ts'
import type { MediaTools } from './media-tools.ts'
import { inputArguments, type MediaFile } from './probe-media.ts'
import { commandArguments } from './command-arguments.ts'

export type Cuts = {
  /** Times of the key frames, in ms and not rounded, ascending. */
  readonly times: readonly number[]
  /** The end of the last frame, in ms. */
  readonly end: number
  /** Equal for tracks that can be joined. */
  readonly signature: string
}

const probeSchema = z.object({ streams: z.array(z.record(z.string(), z.unknown())) })

export async function readCuts(
  tools: MediaTools,
  file: MediaFile,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<Cuts> {
  const finder = createCutFinder()
  let rest = ''
  await runMedia(tools, {
    ...options,
    program: 'ffprobe',
    parameters: [
      ...commandArguments`-select_streams v:0 -show_entries packet=pts_time,duration_time,flags -of csv=p=0`,
      ...inputArguments(file),
    ],
    onOutput(chunk) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = (lines.pop() ?? '').slice(-200)
      for (const line of lines) {
        const [time = '', duration = '', flags = ''] = line.split(',')
        finder.add(Number.parseFloat(time) * 1000, Number.parseFloat(duration) * 1000 || 0, flags.startsWith('K'))
      }
    },
  })
  return { ...finder.found(), signature: await readSignature(tools, file, options) }
}

/** Reads packets in the order of the file, which is the decoding order. */
export function createCutFinder() {
  const keys: { time: number; isClean: boolean }[] = []
  let latest = -Infinity
  let end = 0
  return {
    add(time: number, duration: number, isKey: boolean) {
      if (Number.isNaN(time)) return
      const key = keys.at(-1)
      if (isKey) keys.push({ time, isClean: time > latest })
      // Displayed before the key frame that precedes it in the file: it depends on frames from both sides.
      else if (key !== undefined && time < key.time) key.isClean = false
      latest = Math.max(latest, time)
      end = Math.max(end, time + duration)
    },
    found: () => ({ times: keys.filter(({ isClean }) => isClean).map(({ time }) => time), end }),
  }
}

async function readSignature(
  tools: MediaTools,
  file: MediaFile,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<string> {
  let json = ''
  const fields = 'codec_name,profile,level,width,height,pix_fmt,time_base,extradata_hash,sample_aspect_ratio'
  await runMedia(tools, {
    ...options,
    program: 'ffprobe',
    parameters: [
      ...commandArguments`-select_streams v:0 -show_data_hash md5 -show_entries stream=${fields}:stream_side_data=rotation`,
      ...commandArguments`-of json`,
      ...inputArguments(file),
    ],
    onOutput(chunk) {
      json += chunk.toString('utf8')
    },
  })
  return JSON.stringify(probeSchema.parse(JSON.parse(json)).streams[0] ?? null)
}
