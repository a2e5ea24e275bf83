/**
 * Where someone speaks, and how speech is cut for the model. Pure: the detector gives one probability per window of
 * 32 ms, in order. Times are in samples at 16 kHz.
 *
 * The model hears sentences better than words, so segments are joined up to 15 s, and are cut at their longest pause. What is
 * not speech is never given to the model, which would invent words for it.
 */
export const sampleRate = 16_000
export const windowSamples = 512

export type Segment = { readonly from: number; readonly to: number }

const seconds = (value: number): number => Math.round(value * sampleRate)

const startProbability = 0.5
const endProbability = 0.35
/** A segment in which the detector is never surer than this is noise. */
const sureProbability = 0.8
/** A shorter pause does not end a segment. */
const pause = seconds(0.25)
const minSpeech = seconds(0.2)
/** Soft sounds around what the detector hears. */
const padding = seconds(0.12)
const maxPiece = seconds(15)
/** Cutting earlier loses more context than it gains. */
const minPiece = seconds(4)
/** After a longer silence nothing is gained by joining. */
const maxGap = seconds(2)

export type SpeechCutter = {
  /** The probability of the next window. Returns pieces that are complete: segments in order. */
  add(probability: number): readonly (readonly Segment[])[]
  /** At the end. */
  finish(): readonly (readonly Segment[])[]
  /** No piece will need samples before this time. */
  oldestNeeded(): number
}

export function createSpeechCutter(): SpeechCutter {
  let at = 0
  let openFrom: number | null = null
  let lastSpeech = 0
  let surest = 0
  /** Recent windows of the open segment, to find its quietest moment. */
  let recent: { at: number; probability: number }[] = []
  let pending: Segment[] = []

  const close = (to: number): void => {
    if (openFrom !== null && to - openFrom >= minSpeech && surest >= sureProbability) {
      const last = pending.at(-1)
      const from = Math.max(last?.to ?? 0, openFrom - padding)
      pending.push({ from, to: to + padding })
    }
    openFrom = null
    surest = 0
    recent = []
  }

  /** Removes completed pieces from the pending segments and returns them. `isOver`: no more speech is expected. */
  const cut = (isOver: boolean): (readonly Segment[])[] => {
    const pieces: (readonly Segment[])[] = []
    for (;;) {
      const first = pending[0]
      const last = pending.at(-1)
      if (first === undefined || last === undefined) return pieces
      if (last.to - first.from <= maxPiece) {
        if (isOver) {
          pieces.push(pending)
          pending = []
        }
        return pieces
      }
      const count = bestCut(pending)
      pieces.push(pending.slice(0, count))
      pending = pending.slice(count)
    }
  }

  return {
    add(probability) {
      const from = at
      at += windowSamples
      if (probability >= startProbability) {
        openFrom ??= from
        lastSpeech = at
      } else if (openFrom !== null && probability >= endProbability) lastSpeech = at
      if (openFrom !== null) {
        surest = Math.max(surest, probability)
        recent.push({ at, probability })
        if (at - lastSpeech >= pause) close(lastSpeech)
        else if (at - openFrom >= maxPiece) {
          // Without a pause, split at the quietest moment of the last five seconds.
          const late = recent.filter((one) => at - one.at < seconds(5))
          const quietest = late.reduce((best, one) => (one.probability <= best.probability ? one : best))
          const [sure, rest] = [surest, recent.filter((one) => one.at > quietest.at)]
          close(quietest.at - padding)
          openFrom = quietest.at
          surest = sure
          recent = rest
        }
      }
      return cut(openFrom === null && pending.length > 0 && at - (pending.at(-1)?.to ?? 0) > maxGap)
    },
    finish() {
      if (openFrom !== null) close(lastSpeech)
      return cut(true)
    },
    oldestNeeded: () => Math.max(0, pending[0]?.from ?? (openFrom ?? at) - padding - windowSamples),
  }
}

/** The number of segments before the longest pause, among the pauses that leave pieces of a good length. */
function bestCut(segments: readonly Segment[]): number {
  const start = segments[0]?.from ?? 0
  let best = 1
  let bestPause = -1
  for (let index = 1; index < segments.length; index++) {
    const [left, right] = [segments[index - 1], segments[index]]
    if (left === undefined || right === undefined || left.to - start > maxPiece) break
    const length = right.from - left.to
    const isShort = left.to - start < minPiece
    if (!isShort && length >= bestPause) [best, bestPause] = [index, length]
    if (bestPause < 0) best = index
  }
  return best
}
