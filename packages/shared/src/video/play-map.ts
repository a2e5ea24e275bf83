/**
 * A play map defines what is played when: a list of pieces, each a half-open range `[in, in + dur)` of one recording,
 * played in order. All times are integer milliseconds. Totals are derived, so that no change can leave them stale.
 *
 * Every operation is total and pure: times beyond the ends are clamped, and results are normalised. All operations are
 * compositions of `slice` and `concat`.
 */
export type Ms = number

export type Piece = { readonly videoId: string; readonly in: Ms; readonly dur: Ms }

/** Normalised: every piece has a length, and no two adjacent pieces could be one. */
export type PlayMap = readonly Piece[]

/** Location of a time: the piece, its index, and the time in its recording. */
export type PieceLocation = {
  readonly index: number
  readonly piece: Piece
  readonly start: Ms
  readonly videoTime: Ms
}

export const emptyMap: PlayMap = []

const isJoinable = (left: Piece, right: Piece): boolean =>
  left.videoId === right.videoId && left.in + left.dur === right.in

/** Drops empty pieces, joins adjacent continuing ones and rounds times to integers. */
export function normalize(pieces: Iterable<Piece>): PlayMap {
  const normal: Piece[] = []
  for (const given of pieces) {
    const piece = { videoId: given.videoId, in: Math.round(given.in), dur: Math.round(given.dur) }
    if (piece.dur <= 0) continue
    const last = normal.at(-1)
    if (last !== undefined && isJoinable(last, piece))
      normal[normal.length - 1] = { ...last, dur: last.dur + piece.dur }
    else normal.push(piece)
  }
  return normal
}

/** The whole of a recording. */
export const wholeRecording = (videoId: string, duration: Ms): PlayMap => normalize([{ videoId, in: 0, dur: duration }])

// A map is immutable, so derived values can be cached as long as the map.
const startsCache = new WeakMap<PlayMap, readonly Ms[]>()

/** The start of each piece on the map's clock, followed by the end of the map. */
export function startsOf(map: PlayMap): readonly Ms[] {
  const known = startsCache.get(map)
  if (known !== undefined) return known
  const starts: Ms[] = [0]
  let total = 0
  for (const { dur } of map) starts.push((total += dur))
  startsCache.set(map, starts)
  return starts
}

export const durationOf = (map: PlayMap): Ms => startsOf(map).at(-1) ?? 0

/** The part `[from, to)` of the map's clock. */
export function slice(map: PlayMap, from: Ms, to: Ms): PlayMap {
  const starts = startsOf(map)
  const first = clampTo(map, from)
  const end = clampTo(map, to)
  if (first >= end) return emptyMap
  const cut: Piece[] = []
  for (let index = indexAt(starts, first); index < map.length; index++) {
    const piece = map[index]
    const start = starts[index] ?? 0
    if (piece === undefined || start >= end) break
    const skipped = Math.max(0, first - start)
    const kept = Math.min(piece.dur, end - start) - skipped
    cut.push({ videoId: piece.videoId, in: piece.in + skipped, dur: kept })
  }
  return normalize(cut)
}

export const concat = (...maps: readonly PlayMap[]): PlayMap => normalize(maps.flat())

export const insert = (map: PlayMap, at: Ms, inserted: PlayMap): PlayMap => replaceRange(map, at, at, inserted)

export const deleteRange = (map: PlayMap, from: Ms, to: Ms): PlayMap => replaceRange(map, from, to, emptyMap)

/** A range that ends before it starts is empty and located at its start. */
export const replaceRange = (map: PlayMap, from: Ms, to: Ms, replacement: PlayMap): PlayMap =>
  concat(slice(map, 0, from), replacement, slice(map, Math.max(from, to), durationOf(map)))

export const split = (map: PlayMap, at: Ms): readonly [PlayMap, PlayMap] => [
  slice(map, 0, at),
  slice(map, at, durationOf(map)),
]

export const merge = (left: PlayMap, right: PlayMap): PlayMap => concat(left, right)

/** Keeps `[from, to)` only. */
export const trim = (map: PlayMap, from: Ms, to: Ms): PlayMap => slice(map, from, to)

/** Moves `[from, to)` to `target`, a time before the move; a target inside changes nothing. */
export function move(map: PlayMap, from: Ms, to: Ms, target: Ms): PlayMap {
  const first = clampTo(map, from)
  const end = clampTo(map, to)
  const position = clampTo(map, target)
  if (first >= end || (position >= first && position <= end)) return map
  const moved = slice(map, first, end)
  const rest = deleteRange(map, first, end)
  return insert(rest, position <= first ? position : position - (end - first), moved)
}

/**
 * The piece played at a time. At a boundary, `after` selects the piece that starts, `before` the one that ends. The end
 * of the map belongs to its last piece. Null for an empty map.
 */
export function locate(map: PlayMap, time: Ms, bias: 'before' | 'after' = 'after'): PieceLocation | null {
  const starts = startsOf(map)
  const clamped = clampTo(map, time)
  let index = Math.min(indexAt(starts, clamped), map.length - 1)
  if (bias === 'before' && index > 0 && starts[index] === clamped) index--
  const piece = map[index]
  const start = starts[index]
  if (piece === undefined || start === undefined) return null
  return { index, piece, start, videoTime: piece.in + clamped - start }
}

/** The recordings in the order of their first piece. */
export const videoIdsOf = (map: PlayMap): string[] => [...new Set(map.map(({ videoId }) => videoId))]

/** Every time at which this moment of a recording is played; the end of a piece is excluded. */
export function occurrences(map: PlayMap, videoId: string, videoTime: Ms): Ms[] {
  const starts = startsOf(map)
  return map.flatMap((piece, index) => {
    const isPlayed = piece.videoId === videoId && videoTime >= piece.in && videoTime < piece.in + piece.dur
    return isPlayed ? [(starts[index] ?? 0) + videoTime - piece.in] : []
  })
}

/** The ranges of the map's clock in which `[from, to)` of a recording is played. */
export function rangesOf(map: PlayMap, videoId: string, from: Ms, to: Ms): { readonly from: Ms; readonly to: Ms }[] {
  const starts = startsOf(map)
  return map.flatMap((piece, index) => {
    if (piece.videoId !== videoId) return []
    const first = Math.max(from, piece.in)
    const end = Math.min(to, piece.in + piece.dur)
    const offset = (starts[index] ?? 0) - piece.in
    return first < end ? [{ from: first + offset, to: end + offset }] : []
  })
}

export const isSameMap = (one: PlayMap, other: PlayMap): boolean =>
  one.length === other.length &&
  one.every((piece, index) => {
    const counterpart = other[index]
    return counterpart?.videoId === piece.videoId && counterpart.in === piece.in && counterpart.dur === piece.dur
  })

const clampTo = (map: PlayMap, time: Ms): Ms =>
  Number.isNaN(time) ? 0 : Math.min(durationOf(map), Math.max(0, Math.round(time)))

/** The last piece that starts at or before the time: a binary search, because maps may have a thousand pieces. */
function indexAt(starts: readonly Ms[], time: Ms): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}
