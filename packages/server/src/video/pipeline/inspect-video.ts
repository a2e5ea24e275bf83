import { videoLimits } from '@knowreel/shared/video/video-errors.ts'
import { stat } from 'node:fs/promises'
import {
  measureTrack,
  probeMedia,
  sniffContainer,
  type MediaFacts,
  type MediaFile,
  type MediaTools,
} from '../../platform/media/index.ts'
import { VideoFault } from './video-fault.ts'

export type InspectedVideo = {
  readonly file: MediaFile
  readonly facts: MediaFacts & { readonly video: NonNullable<MediaFacts['video']> }
  /** Bytes. */
  readonly size: number
}

/** Looks into an uploaded file; throws a VideoFault when it can not become a recording. */
export async function inspectVideo(tools: MediaTools, path: string, signal: AbortSignal): Promise<InspectedVideo> {
  const { size } = await stat(path)
  if (size === 0) throw new VideoFault('video_empty')
  const container = await sniffContainer(path)
  if (container === null) throw new VideoFault('video_wrong_type')
  const file = { path, container }
  const facts = checkFacts(await probeMedia(tools, file, signal))
  if (facts.durationMs !== null) return { file, facts, size }
  const durationMs = await measureTrack(tools, file, facts.video.index, { timeoutMs: 120_000 + size / 5000, signal })
  return { file, facts: checkFacts({ ...facts, durationMs }), size }
}

function checkFacts(facts: MediaFacts): InspectedVideo['facts'] {
  const { video, durationMs } = facts
  if (video === null) throw new VideoFault(facts.trackCount > 0 ? 'video_no_picture' : 'video_unreadable')
  if (video.width <= 0 || video.height <= 0 || video.codec === '') throw new VideoFault('video_unreadable')
  if (durationMs !== null && durationMs > videoLimits.duration) throw new VideoFault('video_too_long')
  const isTooLarge =
    video.width * video.height > videoLimits.pixels || Math.max(video.width, video.height) > videoLimits.edge
  if (isTooLarge) throw new VideoFault('video_too_large', `${video.width} × ${video.height}`)
  return { ...facts, video }
}
