import { fromStoredWords } from '../stored-words.ts'
import type { TranscriptRow } from '../transcription.queries.ts'

/** The key of words without speaker: engines that distinguish no speakers hear one. */
export const keyOf = (speaker: string | null): string => speaker ?? ''

/** The displayed name of each speaker by recording and key. */
export type SpeakerNames = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Speakers without a name are numbered in the order in which the recordings introduce them. Words without a speaker are
 * those of one person in all recordings.
 */
export function nameSpeakers(rows: readonly TranscriptRow[]): SpeakerNames {
  let count = 0
  let unknown: string | null = null
  return new Map(
    rows.map(({ video_id, words, names }) => {
      const own = new Map<string, string>()
      for (const { speaker } of fromStoredWords(words)) {
        const key = keyOf(speaker)
        if (own.has(key)) continue
        const given = names[key]
        if (given !== undefined) own.set(key, given)
        else if (key === '') own.set(key, (unknown ??= `Speaker ${++count}`))
        else own.set(key, `Speaker ${++count}`)
      }
      return [video_id, own]
    }),
  )
}
