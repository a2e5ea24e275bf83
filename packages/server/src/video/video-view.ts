import type { Video } from '@knowreel/shared/video/video.wire.ts'
import type { VideoRow } from './video.queries.ts'

export function toVideoView(video: VideoRow, signAddress: (fileKey: string) => string): Video {
  const signed = (key: string | null) => (key === null ? null : signAddress(key))
  return {
    id: video.id,
    url: signed(video.main_key),
    // The playable file always has this type, whatever was uploaded.
    mime: video.main_key === null ? video.mime : 'video/mp4',
    width: video.width,
    height: video.height,
    duration: video.duration,
    posterUrl: signed(video.poster_key),
    spriteUrl: signed(video.storyboard_key),
    sprite: video.storyboard,
    peaksUrl: signed(video.peaks_key),
    status: video.status,
    size: video.size,
  }
}
