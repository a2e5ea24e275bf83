/**
 * Names the speakers of a transcript by the active-speaker signal of the meeting service. The signal lags behind the voice,
 * by up to two and a half seconds, and knows one speaker at a time: a word is only given a name if the signal named the same
 * person all that time, or if everything else that was said without a pause was theirs. Other words stay unnamed. Pure.
 */
import type { Word } from '@knowreel/shared/transcription/transcript.ts'

export type Turn = { readonly at: number; readonly name: string | null }

export type NamedWords = {
  readonly words: Word[]
  readonly names: readonly { readonly key: string; readonly name: string }[]
}

export const signalLagMs = 2500
const beforeMs = 300
/** A longer pause ends the utterance. */
const pauseMs = 700
/** So much of an utterance must be known before the rest follows it. */
const minSureShare = 0.4

export function assignSpeakers(words: readonly Word[], turns: readonly Turn[]): NamedWords {
  const sure = words.map((word) => nameDuring(turns, word))
  const named: (string | null)[] = []
  for (let from = 0; from < words.length;) {
    const to = endOfUtterance(words, from)
    const known = sure.slice(from, to).filter((name) => name !== null)
    const [first] = known
    const isOne = first !== undefined && known.every((name) => name === first)
    const followsIt = isOne && known.length >= (to - from) * minSureShare
    for (let index = from; index < to; index++) named.push(followsIt ? first : (sure[index] ?? null))
    from = to
  }
  const keys = new Map<string, string>()
  for (const name of named) if (name !== null && !keys.has(name)) keys.set(name, `call-${keys.size + 1}`)
  return {
    words: words.map((word, index) => ({ ...word, speaker: keys.get(named[index] ?? '') ?? null })),
    names: [...keys].map(([name, key]) => ({ key, name })),
  }
}

/** The speaker the signal reports during the whole lag window of this word; null if it changes. */
function nameDuring(turns: readonly Turn[], { start, end }: Word): string | null {
  const from = Math.max(0, (start + end) / 2 - beforeMs)
  const until = (start + end) / 2 + signalLagMs
  const index = turns.findLastIndex(({ at }) => at <= from)
  const turn = turns[index]
  const next = turns[index + 1]
  return turn === undefined || turn.name === '' || (next !== undefined && next.at < until) ? null : turn.name
}

function endOfUtterance(words: readonly Word[], from: number): number {
  let to = from + 1
  while (to < words.length && (words[to]?.start ?? 0) - (words[to - 1]?.end ?? 0) < pauseMs) to++
  return to
}
