import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { playableFileOf } from './playable-file.ts'
import type { VideoRow } from './video.queries.ts'

export function toVideoView(video: VideoRow, signAddress: (fileKey: string) => string): Video {
  const signed = (key: string | null) => (key === null ? null : signAddress(key))
  const file = playableFileOf(video)
  return {
    id: video.id,
    url: signed(file?.key ?? null),
    mime: file?.mime ?? video.mime,
    needsCodecs: file?.needsCodecs ?? false,
    width: video.width,
    height: video.height,
    duration: video.duration,
    statedDuration: video.stated_duration,
    posterUrl: signed(video.poster_key),
    spriteUrl: signed(video.storyboard_key),
    sprite: video.storyboard,
    peaksUrl: signed(video.peaks_key),
    status: video.status,
    size: video.size,
  }
}
