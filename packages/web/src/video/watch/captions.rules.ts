/** Captions. Cues belong to recordings; when they are shown follows from the play map. */
import { rangesOf, videoIdsOf, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'

/** `[start, end)`, in ms. */
export type Cue = { readonly start: Ms; readonly end: Ms; readonly text: string }

/** A cut can leave less of a cue than can be read. */
const minCueMs = 100

/**
 * The recordings' cues in map time, in order. A cue that was cut out is omitted; one that is played twice appears
 * twice.
 */
export function captionsOf(map: PlayMap, cuesOf: (videoId: string) => readonly Cue[]): readonly Cue[] {
  const captions = videoIdsOf(map).flatMap((videoId) =>
    cuesOf(videoId).flatMap(({ start, end, text }) =>
      rangesOf(map, videoId, start, end)
        .filter(({ from, to }) => to - from >= minCueMs)
        .map(({ from, to }) => ({ start: from, end: to, text })),
    ),
  )
  return captions.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/** All captions at a time; several lines when people speak simultaneously. */
export const captionAt = (captions: readonly Cue[], time: Ms): string =>
  captions
    .filter(({ start, end }) => start <= time && time < end)
    .map(({ text }) => text)
    .join('\n')
