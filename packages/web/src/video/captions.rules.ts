/** What is said, shown in the picture while it is said. Cues belong to recordings; where they are shown follows from the map. */
import { rangesOf, sourcesOf, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'

/** `[start, end)`, ms. */
export type Cue = { readonly start: Ms; readonly end: Ms; readonly text: string }

/** Shorter than that nobody reads: what a cut leaves of a cue. */
const leastMs = 100

/** Cues of the recordings on the clock of the map, in order; a cue that is cut out is not there, one used twice is there twice. */
export function captionsOf(map: PlayMap, cuesOf: (videoId: string) => readonly Cue[]): readonly Cue[] {
  const captions = sourcesOf(map).flatMap((videoId) =>
    cuesOf(videoId).flatMap(({ start, end, text }) =>
      rangesOf(map, videoId, start, end)
        .filter(({ from, to }) => to - from >= leastMs)
        .map(({ from, to }) => ({ start: from, end: to, text })),
    ),
  )
  return captions.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/** All that is said at a time; several lines when people speak at once. */
export const captionAt = (captions: readonly Cue[], time: Ms): string =>
  captions
    .filter(({ start, end }) => start <= time && time < end)
    .map(({ text }) => text)
    .join('\n')

const timing = /^\s*(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})\s+-->\s+(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/

/** Reads WebVTT (and SubRip, which is nearly the same). What cannot be read is left out; marks in the text go. */
export function parseCues(source: string): readonly Cue[] {
  return source
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n')
      const at = lines.findIndex((line) => timing.test(line))
      const found = timing.exec(lines[at] ?? '')
      if (!found) return []
      const [start, end] = [msOf(found.slice(1, 5)), msOf(found.slice(5, 9))]
      const text = plain(lines.slice(at + 1).join('\n'))
      return end > start && text !== '' ? [{ start, end, text }] : []
    })
}

const msOf = ([hours = '0', minutes, seconds, ms]: readonly (string | undefined)[]): Ms =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }),
)

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities.get(name) ?? whole)
    .trim()
