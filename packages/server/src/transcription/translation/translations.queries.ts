/** Transcripts in other languages. */
import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import { toLines } from '@knowreel/shared/transcription/transcript-lines.ts'
import { playWords, textOf, type Word } from '@knowreel/shared/transcription/transcript.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { fromStoredWords, toStoredWords } from '../stored-words.ts'
import type { StoredWords } from '../transcription.tables.ts'

export type RecordingLine = {
  /** In ms of the recording. */
  readonly start: number
  readonly end: number
  readonly speaker: string | null
  readonly text: string
}

export type RecordingLines = {
  readonly videoId: string
  readonly revision: number
  readonly lines: readonly RecordingLine[]
}

/** The sentences spoken in recordings; only of those that have words. */
export async function listSpokenLines(
  db: Db,
  companyId: string,
  videoIds: readonly string[],
): Promise<RecordingLines[]> {
  const rows = await db
    .selectFrom('transcripts as t')
    .innerJoin('videos as v', 'v.id', 't.video_id')
    .where('v.company_id', '=', companyId)
    .where(sql<boolean>`t.video_id::text = any(${videoIds}::text[])`)
    .where('t.words', 'is not', null)
    .select(['t.video_id', 't.words', 't.revision'])
    .execute()
  return rows.flatMap(({ video_id: videoId, words, revision }) => {
    const own = fromStoredWords(words)
    const duration = Math.max(1, ...own.map(({ end }) => end))
    const played = playWords(wholeRecording(videoId, duration), () => own)
    const lines = toLines(played, ({ word }) => word.speaker).map(({ start, end, speaker, from, to }) => ({
      start,
      end,
      speaker,
      text: textOf(played.slice(from, to).map(({ word }) => word)),
    }))
    return lines.length === 0 ? [] : [{ videoId, revision, lines }]
  })
}

export async function saveTranslation(
  db: Db,
  { videoId, language, revision, lines }: RecordingLines & { readonly language: TranslationLanguage },
): Promise<void> {
  const row = { words: JSON.stringify(toStoredWords(lines.flatMap(toWords))), revision, created_at: new Date() }
  await db
    .insertInto('transcript_translations')
    .values({ video_id: videoId, language, ...row })
    .onConflict((conflict) => conflict.columns(['video_id', 'language']).doUpdateSet(row))
    .execute()
}

/** Each word gets its share of the time of its line, by its length. */
function toWords({ start, end, speaker, text }: RecordingLine): Word[] {
  const parts = text.trim().split(/\s+/u).filter(Boolean)
  const total = parts.reduce((sum, part) => sum + part.length + 1, 0)
  let at = start
  return parts.map((part) => {
    const from = Math.round(at)
    at += ((end - start) * (part.length + 1)) / total
    return { start: from, end: Math.max(from + 1, Math.round(at)), text: part, confidence: null, speaker }
  })
}

export type Translation = { readonly language: TranslationLanguage; readonly isOutdated: boolean }

/** The languages in which at least one of these recordings can be read, by name. */
export async function listTranslations(db: Db, videoIds: readonly string[]): Promise<Translation[]> {
  if (videoIds.length === 0) return []
  const { rows } = await sql<Translation>`
    select r.language, bool_or(r.revision <> t.revision) as "isOutdated"
    from transcript_translations r join transcripts t on t.video_id = r.video_id
    where r.video_id::text = any(${videoIds}::text[])
    group by r.language order by r.language
  `.execute(db)
  return rows
}

export async function readTranslatedWords(
  db: Db,
  videoIds: readonly string[],
  language: TranslationLanguage,
): Promise<Map<string, StoredWords>> {
  const rows = await db
    .selectFrom('transcript_translations')
    .where(sql<boolean>`video_id::text = any(${videoIds}::text[])`)
    .where('language', '=', language)
    .select(['video_id', 'words'])
    .execute()
  return new Map(rows.map(({ video_id, words }) => [video_id, words]))
}
