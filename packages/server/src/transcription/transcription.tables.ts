import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import type { TranscriptStatus } from '@knowreel/shared/transcription/transcription.wire.ts'
import type { ColumnType, Generated } from 'kysely'

/** Words as columns of equal length; times in ms of the recording. */
export type StoredWords = {
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly text: readonly string[]
  readonly confidence: readonly (number | null)[]
  /** Keys of speakers. */
  readonly speaker: readonly (string | null)[]
}

/** Written as JSON text. */
type WordsColumn<Absent> = ColumnType<StoredWords | Absent, string | Absent | undefined, string | Absent>

export type TranscriptsTable = {
  video_id: string
  status: Generated<TranscriptStatus>
  run_id: string | null
  attempts: Generated<number>
  /** In percent. */
  progress: Generated<number>
  /** For people. */
  error: string | null
  requested_language: string | null
  keeps_edits: Generated<boolean>
  language: string | null
  engine: string | null
  heard: WordsColumn<null>
  words: WordsColumn<null>
  /** The words so far of the current attempt. */
  partial: WordsColumn<null>
  revision: Generated<number>
  started_at: Date | null
  finished_at: Date | null
}

export type TranscriptEditsTable = {
  id: string
  video_id: string
  from_ms: number
  to_ms: number
  words: ColumnType<StoredWords, string, never>
  edited_by_id: string | null
  edited_at: Generated<Date>
}

/** Words in another language, in the time of the recording. */
export type TranscriptTranslationsTable = {
  video_id: string
  language: TranslationLanguage
  words: ColumnType<StoredWords, string, string>
  revision: number
  created_at: Generated<Date>
}

export type TranscriptSpeakersTable = { video_id: string; key: string; name: string }

declare module '../platform/database/db.ts' {
  interface Tables {
    transcripts: TranscriptsTable
    transcript_edits: TranscriptEditsTable
    transcript_speakers: TranscriptSpeakersTable
    transcript_translations: TranscriptTranslationsTable
  }
}
