import type { PlayMap } from '@knowreel/shared/video/play-map.ts'

type TimedVideo = { readonly id: string; readonly duration: number | null }

/**
 * In milliseconds; shorter than any frame, so nobody can have cut off this little. `planRendition` knows the frame rate
 * and tolerates a whole frame.
 */
const toleranceMs = 15

/** The recording that a map plays from beginning to end, and nothing else. Its own file serves as the rendition. */
export function findWholeRecording<Video extends TimedVideo>(map: PlayMap, videos: readonly Video[]): Video | null {
  const [piece] = map
  if (piece === undefined || map.length !== 1 || piece.in > toleranceMs) return null
  const video = videos.find(({ id }) => id === piece.videoId)
  if (video === undefined || video.duration === null) return null
  return piece.in + piece.dur >= video.duration - toleranceMs ? video : null
}
