import { videoLimits } from '@knowreel/shared/video/video-errors.ts'
import { stat } from 'node:fs/promises'
import {
  measureTrack,
  probeMedia,
  readMp4Info,
  readWebmInfo,
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
  /** The total of all tracks; null if unknown. */
  readonly sampleCount: number | null
}

/**
 * The facts of a file whose own headers state clearly what it is: an MP4 whose streams can be copied, or a WebM. Null
 * for any other file, and for one that must be refused. The headers are trusted only as far as the copy confirms them.
 */
export async function inspectQuickly(path: string): Promise<QuickInspection | null> {
  const container = await sniffContainer(path)
  const size = (await stat(path)).size
  if (container === 'matroska') {
    const facts = await readWebmInfo(path)
    const isUsable = facts !== null && refusalOf(facts) === null
    return isUsable ? { file: { path, container }, facts, size, sampleCount: null } : null
  }
  const facts = container === 'mov' ? await readMp4Info(path) : null
  if (facts === null) return null
  const { video, audio } = planRemux(facts)
  if (video !== 'copy' || audio === 'encode' || refusalOf(facts) !== null) return null
  return { file: { path, container: 'mov' }, facts, size, sampleCount: facts.sampleCount }
}

/** With a duration that the file does not state; null if it must be refused. */
export function withDuration(look: QuickInspection, durationMs: number): QuickInspection | null {
  const facts = { ...look.facts, durationMs }
  return refusalOf(facts) === null ? { ...look, facts } : null
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
