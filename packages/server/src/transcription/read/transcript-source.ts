import type { Db } from '../../platform/database/db.ts'
import { fromStoredWords } from '../stored-words.ts'
import { listTranscriptVersions, listWordsOfRecordings } from '../transcription.queries.ts'

type SpokenWord = { readonly videoId: string; readonly start: number; readonly end: number; readonly text: string }

/** Speech of recordings, for the search index (docs/decisions/0194-timed-text.md). */
export const transcriptSource = {
  kind: 'speech',
  versionsOf: async (db: Db, videoIds: readonly string[]): Promise<Map<string, string>> =>
    new Map((await listTranscriptVersions(db, videoIds)).map(({ videoId, revision }) => [videoId, String(revision)])),
  readSpans: async (db: Db, videoIds: readonly string[]): Promise<SpokenWord[]> =>
    (await listWordsOfRecordings(db, videoIds)).flatMap(({ videoId, words }) =>
      fromStoredWords(words).map(({ start, end, text }) => ({ videoId, start, end, text })),
    ),
} as const
