/** Long recordings are sent in pieces, cut where nobody speaks; silence is not sent. Pure; times in ms. */
export type SpeechRange = { readonly from: number; readonly to: number }
export type AudioPiece = SpeechRange & { readonly speech: readonly SpeechRange[] }

/** So much sound around speech is sent too. */
const marginMs = 300
/** A longer silence is left out even within a piece's length. */
const maxSilenceMs = 60_000

export function cutPieces(speech: readonly SpeechRange[], duration: number, maxMs: number): AudioPiece[] {
  const groups: SpeechRange[][] = []
  let group: SpeechRange[] = []
  const flush = () => {
    if (group.length > 0) groups.push(group)
    group = []
  }
  for (const range of speech) {
    const first = group[0]
    const last = group.at(-1)
    if (first !== undefined && last !== undefined) {
      if (range.from - last.to > maxSilenceMs) flush()
      else if (range.to - first.from > maxMs - 2 * marginMs) {
        const count = bestCut(group, maxMs)
        groups.push(group.slice(0, count))
        group = group.slice(count)
      }
    }
    group.push(range)
  }
  flush()
  return groups.map((ranges, index) => {
    const [first, last] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? 0]
    const before = groups[index - 1]?.at(-1)?.to ?? 0
    const after = groups[index + 1]?.[0]?.from ?? duration
    return {
      from: Math.max(before, first - marginMs, 0),
      to: Math.min(Math.max(after, last), last + marginMs, Math.max(duration, last)),
      speech: ranges,
    }
  })
}

/** Before the longest pause in the second half; after everything if that is the longest. */
function bestCut(group: readonly SpeechRange[], maxMs: number): number {
  const start = group[0]?.from ?? 0
  let best = group.length
  let longest = 0
  for (let index = 1; index < group.length; index++) {
    const [left, right] = [group[index - 1], group[index]]
    if (left === undefined || right === undefined || left.to - start < maxMs / 2) continue
    if (right.from - left.to > longest) [best, longest] = [index, right.from - left.to]
  }
  return best
}

/** Engines invent words in silence: those that nobody can have said are dropped. */
export function isInSpeech(word: SpeechRange, speech: readonly SpeechRange[]): boolean {
  const toleranceMs = 700
  return speech.some(({ from, to }) => word.from < to + toleranceMs && word.to > from - toleranceMs)
}
