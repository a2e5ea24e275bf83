/** Reads pictures of a recording with ffmpeg. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import {
  commandArguments,
  inputArguments,
  readCuts,
  runMedia,
  type MediaFile,
  type MediaTools,
} from '../platform/media/index.ts'
import { createMomentPicker, sampleBytes, sampleHeight, sampleWidth } from './moment-picker.ts'

type Sampling = { readonly tools: MediaTools; readonly duration: Ms; readonly signal: AbortSignal }

const minIntervalMs = 500
const maxSamples = 7200
/** If key frames are this close, nothing else is decoded, which is a hundred times faster. */
const maxKeyGapMs = 1100

/** The moments at which text may have changed, ms of the recording, at most so many. */
export async function pickMoments(
  file: MediaFile,
  limit: number,
  { tools, duration, signal }: Sampling,
): Promise<Ms[]> {
  const timeoutMs = 300_000 + duration * 2
  const { times } = await readCuts(tools, file, { timeoutMs, signal })
  const hasKeyFrames = [...times, duration].every((time, index) => time - (times[index - 1] ?? 0) <= maxKeyGapMs)
  const interval = Math.max(minIntervalMs, Math.ceil(duration / maxSamples))
  const picker = createMomentPicker()
  const sample = new Uint8Array(sampleBytes)
  let [filled, count] = [0, 0]
  const filters = `fps=1000/${interval}:start_time=0,scale=${sampleWidth}:${sampleHeight}:flags=area,format=gray`
  await runMedia(tools, {
    program: 'ffmpeg',
    parameters: [
      ...(hasKeyFrames ? ['-skip_frame', 'nokey'] : []),
      '-threads',
      '1',
      ...inputArguments(file),
      ...commandArguments`-an -vf ${filters} -f rawvideo pipe:1`,
    ],
    timeoutMs,
    signal,
    onOutput(chunk) {
      for (let from = 0; from < chunk.length;) {
        const part = chunk.subarray(from, from + sampleBytes - filled)
        sample.set(part, filled)
        from += part.length
        filled += part.length
        if (filled < sampleBytes) continue
        filled = 0
        picker.add(sample, Math.min(duration - 1, count++ * interval))
      }
    },
  })
  return picker.moments(limit)
}

/** Smaller pictures are doubled: letters of 13 pixels can only be read then. */
const maxDoubledEdge = 1400
const maxEdge = 2560

/** Writes one picture as a grey PNG. */
export async function writePicture(
  file: MediaFile,
  {
    at,
    width,
    height,
    target,
  }: { readonly at: Ms; readonly width: number; readonly height: number; readonly target: string },
  { tools, signal }: Pick<Sampling, 'tools' | 'signal'>,
): Promise<void> {
  const edge = Math.max(width, height, 1)
  const factor = edge <= maxDoubledEdge ? 2 : Math.min(1, maxEdge / edge)
  const size = `${Math.round(width * factor)}:${Math.round(height * factor)}`
  await runMedia(tools, {
    program: 'ffmpeg',
    parameters: [
      ...commandArguments`-ss ${at / 1000}`,
      ...inputArguments(file),
      ...commandArguments`-an -frames:v 1 -vf scale=${size}:flags=bicubic,format=gray`,
      ...commandArguments`-c:v png -compression_level 1 -f image2 -update 1 file:${target}`,
    ],
    timeoutMs: 120_000,
    signal,
  })
}
