import type { Word } from '@knowreel/shared/transcription/transcript.ts'
import type { Db } from '../platform/database/db.ts'
import { toStoredWords } from './stored-words.ts'
import type { TranscriptsTable } from './transcription.tables.ts'
import type { Insertable } from 'kysely'

/** The words of a sentence, each half a second long, one every 600 ms. */
export const say = (text: string, start = 0, speaker: string | null = null): Word[] =>
  text.split(' ').map((one, index) => ({
    start: start + index * 600,
    end: start + index * 600 + 500,
    text: one,
    confidence: 0.9,
    speaker,
  }))

/** A finished transcript of a recording. */
export async function buildTranscript(
  db: Db,
  videoId: string,
  words: readonly Word[],
  overrides: Partial<Insertable<TranscriptsTable>> = {},
): Promise<void> {
  const stored = JSON.stringify(toStoredWords(words))
  await db
    .insertInto('transcripts')
    .values({ video_id: videoId, status: 'done', language: 'en', heard: stored, words: stored, ...overrides })
    .execute()
}
