import type { VideoRow } from './video.queries.ts'

export type PlayableFile = {
  readonly key: string
  readonly mime: string
  /** Only browsers that support `mime` play it; a file that plays everywhere replaces it. */
  readonly needsCodecs: boolean
}

export function playableFileOf(video: Pick<VideoRow, 'main_key' | 'first_key' | 'first_mime'>): PlayableFile | null {
  // It always has this type, whatever was uploaded.
  if (video.main_key !== null) return { key: video.main_key, mime: 'video/mp4', needsCodecs: false }
  if (video.first_key === null || video.first_mime === null) return null
  return { key: video.first_key, mime: video.first_mime, needsCodecs: true }
}
