import { videoLimits } from '@knowreel/shared/video/video-errors.ts'
import { stat } from 'node:fs/promises'
import {
  measureTrack,
  probeMedia,
  readMp4Info,
  sniffContainer,
  type MediaInfo,
  type MediaFile,
  type MediaTools,
} from '../../../platform/media/index.ts'
import { planRemux } from './remux-plan.ts'
import { VideoFault } from '../run/video-fault.ts'

export type InspectedVideo = {
  readonly file: MediaFile
  readonly facts: MediaInfo & { readonly video: NonNullable<MediaInfo['video']> }
  /** In bytes. */
  readonly size: number
}

export type QuickInspection = InspectedVideo & {
  /** The total of all tracks. */
  readonly sampleCount: number
}

/**
 * The facts of an MP4 whose index states clearly that its streams can be copied; null for any other file, and for one
 * that must be refused. The index is trusted only as far as the copy confirms it.
 */
export async function inspectQuickly(path: string): Promise<QuickInspection | null> {
  if ((await sniffContainer(path)) !== 'mov') return null
  const facts = await readMp4Info(path)
  if (facts === null) return null
  const { video, audio } = planRemux(facts)
  if (video !== 'copy' || audio === 'encode' || refusalOf(facts) !== null) return null
  return { file: { path, container: 'mov' }, facts, size: (await stat(path)).size, sampleCount: facts.sampleCount }
}

/**
 * Inspects an uploaded file. Throws a VideoFault if it cannot become a recording. `measure` may know the duration of a
 * file that does not state it; otherwise all of it is read.
 */
export async function inspectVideo(
  tools: MediaTools,
  path: string,
  signal: AbortSignal,
  measure: () => Promise<number | null> = () => Promise.resolve(null),
): Promise<InspectedVideo> {
  const { size } = await stat(path)
  if (size === 0) throw new VideoFault('video_empty')
  const container = await sniffContainer(path)
  if (container === null) throw new VideoFault('video_wrong_type')
  const file = { path, container }
  const facts = checkFacts(await probeMedia(tools, file, signal))
  if (facts.durationMs !== null) return { file, facts, size }
  const durationMs =
    (await measure()) ??
    (await measureTrack(tools, file, facts.video.index, { timeoutMs: 120_000 + size / 5000, signal }))
  return { file, facts: checkFacts({ ...facts, durationMs }), size }
}

function checkFacts(facts: MediaInfo): InspectedVideo['facts'] {
  const { video } = facts
  const fault = refusalOf(facts)
  if (fault !== null || video === null) throw fault ?? new VideoFault('video_unreadable')
  return { ...facts, video }
}

function refusalOf({ video, durationMs, trackCount }: MediaInfo): VideoFault | null {
  if (video === null) return new VideoFault(trackCount > 0 ? 'video_no_picture' : 'video_unreadable')
  if (video.width <= 0 || video.height <= 0 || video.codec === '') return new VideoFault('video_unreadable')
  if (durationMs !== null && durationMs > videoLimits.duration) return new VideoFault('video_too_long')
  const isTooLarge =
    video.width * video.height > videoLimits.pixels || Math.max(video.width, video.height) > videoLimits.edge
  return isTooLarge ? new VideoFault('video_too_large', `${video.width} × ${video.height}`) : null
}
