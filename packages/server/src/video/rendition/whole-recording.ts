import type { PlayMap } from '@knowreel/shared/video/play-map.ts'

type Measured = { readonly id: string; readonly duration: number | null }

/** Shorter than any frame, so nobody can have cut off this little. Milliseconds. */
const slack = 15

/** The recording that a map plays from beginning to end, and nothing else. Its own file serves as the rendition. */
export function wholeRecording<Video extends Measured>(map: PlayMap, videos: readonly Video[]): Video | null {
  const [piece] = map
  if (piece === undefined || map.length !== 1 || piece.in > slack) return null
  const video = videos.find(({ id }) => id === piece.videoId)
  if (video === undefined || video.duration === null) return null
  return piece.in + piece.dur >= video.duration - slack ? video : null
}
