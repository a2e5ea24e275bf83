/**
 * Computes the frames and sounds that a play map should produce, and how far the observed frames and sounds deviate
 * from it.
 */
import { durationOf, locate, startsOf, type PlayMap } from '../../packages/shared/src/video/play-map.ts'
import { beepIntervalMs, frameAt, type Recording } from './recordings.ts'
import type { SeenFrame } from './page.ts'

export type Comparison = {
  readonly frames: number
  /** Frames that differ from what the map plays at the time the player reports. */
  readonly wrong: number
  /** Frames of a piece that appeared in another order than in its recording. */
  readonly outOfOrder: number
  /** Share of the expected frames that were never seen. */
  readonly missedShare: number
  /**
   * Per swap: distance in frames between the first frame seen of the new piece, or the last of the old one, and the
   * correct frame.
   */
  readonly firstErrors: readonly number[]
  readonly lastErrors: readonly number[]
  /** Per swap: ms from the last frame of the old piece to the first of the new one. */
  readonly gaps: readonly number[]
  /** Per swap: ms that the old frame stays visible past the audible cut; negative means too early. */
  readonly overlaps: readonly number[]
}

export function compareFrames(map: PlayMap, recordings: readonly Recording[], seen: readonly SeenFrame[]): Comparison {
  const recordingOf = new Map(recordings.map((recording) => [recording.id, recording]))
  const starts = startsOf(map)
  const byPiece: SeenFrame[][] = map.map(() => [])
  let wrong = 0
  for (const one of seen) {
    const found = locate(map, Math.min(one.time, durationOf(map) - 1))
    const recording = found && recordingOf.get(found.piece.videoId)
    if (!found || !recording) continue
    byPiece[found.index]?.push(one)
    const videoTime = found.piece.in + Math.min(one.time, durationOf(map) - 1) - found.start
    if (recording.number !== one.recording || frameAt(recording, videoTime) !== one.frame) wrong++
  }
  const firstErrors: number[] = []
  const lastErrors: number[] = []
  const gaps: number[] = []
  const overstays: number[] = []
  let disordered = 0
  let due = 0
  let met = 0
  map.forEach((piece, index) => {
    const recording = recordingOf.get(piece.videoId)
    const own = byPiece[index] ?? []
    if (recording === undefined) return
    const first = frameAt(recording, piece.in)
    const last = frameAt(recording, piece.in + piece.dur - 1)
    due += last - first + 1
    met += new Set(own.map(({ frame }) => frame)).size
    own.forEach((one, at) => at > 0 && one.frame <= (own[at - 1]?.frame ?? -1) && disordered++)
    const before = byPiece[index - 1]?.at(-1)
    const after = own[0]
    if (index > 0) firstErrors.push(after ? after.frame - first : Number.POSITIVE_INFINITY)
    if (index < map.length - 1) lastErrors.push((own.at(-1)?.frame ?? Number.NEGATIVE_INFINITY) - last)
    if (before === undefined || after === undefined) return
    gaps.push(after.shownAt - before.shownAt)
    overstays.push(after.audioTime - (starts[index] ?? 0))
  })
  return {
    frames: seen.length,
    wrong,
    outOfOrder: disordered,
    missedShare: 1 - met / due,
    firstErrors,
    lastErrors,
    gaps,
    overlaps: overstays,
  }
}

/**
 * For each beep that lies wholly within a piece: by how many ms the sound comes after its frame. Only beeps whose own
 * frame was seen count; for a missed frame, no time is known.
 */
export function soundOffsets(
  map: PlayMap,
  recordings: readonly Recording[],
  seen: readonly SeenFrame[],
  beeps: readonly number[],
): number[] {
  const starts = startsOf(map)
  const recordingOf = new Map(recordings.map((recording) => [recording.id, recording]))
  const shown = new Map(seen.map((one) => [`${pieceIndexOf(map, one)} ${one.frame}`, one.shownAt]))
  const offsets: number[] = []
  map.forEach((piece, index) => {
    const recording = recordingOf.get(piece.videoId)
    if (recording === undefined) return
    const end = piece.in + piece.dur - 60
    for (let at = Math.ceil((piece.in + 40) / beepIntervalMs) * beepIntervalMs; at < end; at += beepIntervalMs) {
      const frame = recording.frames.findIndex((begins) => begins >= at - 0.5)
      const pictureAt = shown.get(`${index} ${frame}`)
      if (pictureAt === undefined) continue
      // The frame may begin slightly after the beep, because files round to their own time base.
      const wanted = pictureAt - ((recording.frames[frame] ?? at) - at)
      const near = beeps.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0]
      if (near !== undefined && Math.abs(near - wanted) < 150 && (starts[index] ?? 0) >= 0) offsets.push(near - wanted)
    }
  })
  return offsets
}

const pieceIndexOf = (map: PlayMap, { time }: SeenFrame): number =>
  locate(map, Math.min(time, durationOf(map) - 1))?.index ?? -1

/** Pseudorandom numbers that repeat for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff
}

/** Random pieces, which begin at any millisecond of any recording. */
export function randomPlayMap(
  recordings: readonly Recording[],
  count: number,
  shortest: number,
  longest: number,
  seed = 7,
): PlayMap {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const recording = recordings[Math.floor(random() * recordings.length)] ?? recordings[0]
    if (recording === undefined) throw new Error('No recording')
    const dur = shortest + Math.floor(random() * (longest - shortest + 1))
    return { videoId: recording.id, in: Math.floor(random() * (recording.durationMs - dur - 100)), dur }
  })
}
