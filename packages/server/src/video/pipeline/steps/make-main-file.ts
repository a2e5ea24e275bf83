/** Makes the file that plays everywhere: MP4 with its index in front, H.264 and AAC. */
import { videoLimits } from '@knowreel/shared/video/video-errors.ts'
import path from 'node:path'
import {
  inputArguments,
  probeMedia,
  runMedia,
  displaySize,
  commandArguments,
  type Container,
  type MediaInfo,
  type MediaTools,
  type VideoTrack,
} from '../../../platform/media/index.ts'
import type { InspectedVideo } from './inspect-video.ts'
import { keyFrameInterval, type RemuxPlan, type VideoEncoding } from './remux-plan.ts'
import type { StepTools } from '../run/run-step.ts'
import { VideoFault } from '../run/video-fault.ts'

export type MainFile = {
  readonly path: string
  /** In milliseconds. */
  readonly duration: number
  readonly width: number
  readonly height: number
  readonly hasAudio: boolean
}

/** Slightly more than the limit, so that a recording that is too long can be distinguished from one that just fits. */
const maxSeconds = videoLimits.duration / 1000 + 10
/** Bytes. Copied frames keep their size, and the index is added. */
const copyOverheadBytes = 64_000_000
const maxEncodedBytes = 60_000_000_000
/** A machine that encodes at less than a twentieth of real time is stuck. */
const maxSlowdown = 20
/** Allowed difference between a copy and the duration that the file states. */
export const durationToleranceMs = 200
const hdPixels = 1920 * 1080
const maxHours = 20

export type CopiedFile = {
  readonly path: string
  readonly container: Container
  /** The time reached, in ms. */
  readonly reachedMs: number
}

export type MainFileOptions = {
  /** A copy of both streams that may have been started already. */
  readonly early?: Promise<CopiedFile | null> | undefined
  /** Another file plays until this one exists. */
  readonly isPlayable: boolean
}

export async function makeMainFile(
  { tools, signal, folder, onProgress }: StepTools,
  { file, facts, size }: InspectedVideo,
  plan: RemuxPlan,
  { early = Promise.resolve(null), isPlayable }: MainFileOptions,
): Promise<MainFile> {
  const isCopy = plan.video === 'copy'
  const copied = isCopy && plan.audio !== 'encode' ? await early : null
  if (copied?.container === 'mov') return describeCopy(tools, facts, copied, signal)
  const output = path.join(folder, 'main.mp4')
  const length = facts.durationMs ?? videoLimits.duration
  let reached = 0
  await runMedia(tools, {
    timeoutMs: encodeTimeout(length, facts.video),
    ...(isCopy ? copyLimits(size) : { stallMs: 300_000, maxBytes: maxEncodedBytes, isDeferrable: isPlayable }),
    // Encoding audio takes time as well.
    ...(plan.audio === 'encode' ? { timeoutMs: encodeTimeout(length, facts.video) } : {}),
    signal,
    program: 'ffmpeg',
    parameters: [
      ...(isCopy ? [] : ['-max_pixels', String(videoLimits.pixels)]),
      ...inputArguments(file),
      ...commandArguments`-map 0:${plan.videoIndex}`,
      ...(plan.audioIndex === null ? [] : ['-map', `0:${plan.audioIndex}`]),
      ...(plan.video === 'copy' ? ['-c:v', 'copy'] : videoParameters(plan.video)),
      ...audioParameters(plan.audio),
      ...outputParameters(output),
    ],
    onProgress(outputMs) {
      reached = outputMs
      onProgress((outputMs / length) * 100)
    },
  })
  if (isCopy) return describeCopy(tools, facts, { path: output, container: 'mov', reachedMs: reached }, signal)
  return describeMain(output, await probeMedia(tools, { path: output, container: 'mov' }, signal))
}

export const copyLimits = (bytes: number) => ({
  timeoutMs: 120_000 + bytes / 2000,
  maxBytes: bytes * 2 + copyOverheadBytes,
  isUrgent: true,
})

/** Where and with what something was recorded is private to its author. */
export const commonOutputParameters = commandArguments`-map_metadata -1 -map_chapters -1 -sn -dn -t ${maxSeconds} -max_muxing_queue_size 4096`

/** `moovBytes`: space reserved for the index in front, which avoids moving everything else at the end. */
export const outputParameters = (output: string, moovBytes: number | null = null): string[] => [
  ...commonOutputParameters,
  ...(moovBytes === null ? commandArguments`-movflags +faststart` : commandArguments`-moov_size ${moovBytes}`),
  ...commandArguments`-f mp4 file:${output}`,
]

/** A copy that reached the promised duration is accepted as described; inspecting it would take as long as the copy. */
async function describeCopy(
  tools: MediaTools,
  facts: MediaInfo,
  { path: file, reachedMs }: CopiedFile,
  signal: AbortSignal,
): Promise<MainFile> {
  const isAsPromised = facts.durationMs !== null && Math.abs(reachedMs - facts.durationMs) < durationToleranceMs
  return describeMain(file, isAsPromised ? facts : await probeMedia(tools, { path: file, container: 'mov' }, signal))
}

function encodeTimeout(durationMs: number, { width, height }: VideoTrack): number {
  const effort = Math.max(1, (width * height) / hdPixels)
  return Math.min(maxHours * 3_600_000, 300_000 + durationMs * maxSlowdown * effort)
}

export function videoParameters(encoding: VideoEncoding): string[] {
  const { width, height, rate } = encoding
  // The size is fixed rather than taken from the frames: shared windows change theirs in the middle of a recording.
  const filters = [
    ...(encoding.isInterlaced ? ['yadif=deint=interlaced'] : []),
    ...(encoding.hasSquarePixels ? [] : [String.raw`scale=w=max(2\,trunc(iw*sar/2)*2):h=ih`, 'setsar=1']),
    `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2`,
    `pad=${width}:${height}:-1:-1`,
    'setsar=1',
    `fps=${rate.num}/${rate.den}`,
    'format=yuv420p',
  ]
  return [
    ...commandArguments`-vf ${filters.join(',')}`,
    ...commandArguments`-c:v libx264 -preset veryfast -crf 23 -profile:v high -g ${keyFrameInterval(rate)}`,
  ]
}

function audioParameters(audio: RemuxPlan['audio']): string[] {
  if (audio === 'none') return []
  if (audio === 'copy') return ['-c:a', 'copy']
  // Gaps that a recorder left become silence; otherwise the audio would run ahead of the picture.
  return ['-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']
}

function describeMain(file: string, { video, audio, durationMs }: MediaInfo): MainFile {
  if (video === null || durationMs === null) throw new VideoFault('video_unreadable', 'no picture could be read')
  if (durationMs > videoLimits.duration) throw new VideoFault('video_too_long')
  return { path: file, duration: durationMs, ...displaySize(video), hasAudio: audio !== null }
}
