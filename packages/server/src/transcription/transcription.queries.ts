/** All SQL for transcripts, their corrections and speakers. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { TranscriptEdit } from '@knowreel/shared/transcription/transcript.ts'
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import { fromStoredWords, toStoredWords } from './stored-words.ts'
import type { StoredWords, TranscriptsTable } from './transcription.tables.ts'

export type TranscriptRow = Pick<
  Selectable<TranscriptsTable>,
  'video_id' | 'status' | 'progress' | 'error' | 'language' | 'words' | 'revision'
> & {
  /** The words so far, while a first transcript is generated. */
  readonly partial: StoredWords | null
  readonly isEdited: boolean
  readonly names: Readonly<Record<string, string>>
}

/** Only recordings that have a row, in any order. */
export async function listTranscripts(
  db: Db,
  companyId: string,
  videoIds: readonly string[],
): Promise<TranscriptRow[]> {
  if (videoIds.length === 0) return []
  return db
    .selectFrom('transcripts as t')
    .innerJoin('videos as v', 'v.id', 't.video_id')
    .where('v.company_id', '=', companyId)
    .where(sql<boolean>`t.video_id::text = any(${videoIds}::text[])`)
    .select(['t.video_id', 't.status', 't.progress', 't.error', 't.language', 't.words', 't.revision'])
    .select([
      sql<StoredWords | null>`case when t.words is null and t.status = 'running' then t.partial end`.as('partial'),
      sql<boolean>`exists (select from transcript_edits e where e.video_id = t.video_id)`.as('isEdited'),
      sql<Record<string, string>>`coalesce(
        (select json_object_agg(s.key, s.name) from transcript_speakers s where s.video_id = t.video_id), '{}'
      )`.as('names'),
    ])
    .execute()
}

/** The row is made if there is none; false if the company has no such recording. */
export async function lockTranscript(trx: Trx, companyId: string, videoId: string): Promise<boolean> {
  await sql`
    insert into transcripts (video_id) select id from videos where id = ${videoId} and company_id = ${companyId}
    on conflict do nothing
  `.execute(trx)
  const row = await trx
    .selectFrom('transcripts as t')
    .innerJoin('videos as v', 'v.id', 't.video_id')
    .where('t.video_id', '=', videoId)
    .where('v.company_id', '=', companyId)
    .select('t.video_id')
    .forUpdate('t')
    .executeTakeFirst()
  return row !== undefined
}

/** As people see them: those so far, while a first transcript is generated. */
export async function readWords(db: Db, videoId: string): Promise<StoredWords | null> {
  const row = await db
    .selectFrom('transcripts')
    .where('video_id', '=', videoId)
    .select(['words', 'partial'])
    .executeTakeFirst()
  return row?.words ?? row?.partial ?? null
}

export async function saveWords(trx: Trx, videoId: string, words: StoredWords): Promise<void> {
  await trx
    .updateTable('transcripts')
    .set({ words: JSON.stringify(words), revision: sql`revision + 1` })
    .where('video_id', '=', videoId)
    .execute()
}

export async function bumpRevision(trx: Trx, videoIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('transcripts')
    .set({ revision: sql`revision + 1` })
    .where('video_id', 'in', [...videoIds])
    .execute()
}

/** Corrections within the range of the new one are replaced by it. Returns how many the recording has. */
export async function insertEdit(trx: Trx, videoId: string, edit: TranscriptEdit, userId: string): Promise<number> {
  await trx
    .deleteFrom('transcript_edits')
    .where('video_id', '=', videoId)
    .where('from_ms', '>=', edit.from)
    .where('to_ms', '<=', edit.to)
    .execute()
  await trx
    .insertInto('transcript_edits')
    .values({
      id: newId(),
      video_id: videoId,
      from_ms: edit.from,
      to_ms: edit.to,
      words: JSON.stringify(toStoredWords(edit.words)),
      edited_by_id: userId,
    })
    .execute()
  const { count } = await trx
    .selectFrom('transcript_edits')
    .where('video_id', '=', videoId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** In the order in which they were made. */
export async function listEdits(db: Db, videoId: string): Promise<TranscriptEdit[]> {
  const rows = await db
    .selectFrom('transcript_edits')
    .where('video_id', '=', videoId)
    .orderBy('id')
    .select(['from_ms', 'to_ms', 'words'])
    .execute()
  return rows.map(({ from_ms, to_ms, words }) => ({ from: from_ms, to: to_ms, words: fromStoredWords(words) }))
}

export async function deleteEdits(trx: Trx, videoId: string): Promise<void> {
  await trx.deleteFrom('transcript_edits').where('video_id', '=', videoId).execute()
}

/** Names that the recording came with; those that people gave stay. */
export async function addSpeakerNames(trx: Trx, names: readonly SpeakerName[]): Promise<void> {
  if (names.length === 0) return
  await trx
    .insertInto('transcript_speakers')
    .values(names.map(({ videoId, key, name }) => ({ video_id: videoId, key, name })))
    .onConflict((conflict) => conflict.columns(['video_id', 'key']).doNothing())
    .execute()
}

type SpeakerName = { readonly videoId: string; readonly key: string; readonly name: string }

export async function saveSpeakerNames(trx: Trx, names: readonly SpeakerName[]): Promise<void> {
  if (names.length === 0) return
  await trx
    .insertInto('transcript_speakers')
    .values(names.map(({ videoId, key, name }) => ({ video_id: videoId, key, name })))
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'key']).doUpdateSet({ name: (column) => column.ref('excluded.name') }),
    )
    .execute()
}

/** The copies of recordings in another company get copies of the transcripts; work that is running counts as failed. */
export async function copyTranscripts(trx: Trx, copies: ReadonlyMap<string, string>): Promise<void> {
  for (const [from, to] of copies) {
    await sql`
      insert into transcripts (video_id, status, error, language, engine, heard, words, revision, started_at, finished_at)
      select ${to}::uuid, case when status in ('waiting', 'running') then case when words is null then 'none' else 'done' end
        else status end, error, language, engine, heard, words, revision, started_at, finished_at
      from transcripts where video_id = ${from}
    `.execute(trx)
    await sql`
      insert into transcript_speakers (video_id, key, name)
      select ${to}::uuid, key, name from transcript_speakers where video_id = ${from}
    `.execute(trx)
    await sql`
      insert into transcript_translations (video_id, language, words, revision)
      select ${to}::uuid, language, words, revision from transcript_translations where video_id = ${from}
    `.execute(trx)
    const edits = await trx
      .selectFrom('transcript_edits')
      .where('video_id', '=', from)
      .orderBy('id')
      .selectAll()
      .execute()
    for (const edit of edits)
      await trx
        .insertInto('transcript_edits')
        .values({ ...edit, id: newId(), video_id: to, words: JSON.stringify(edit.words) })
        .execute()
  }
}

export async function isAiEnabled(db: Db, companyId: string): Promise<boolean> {
  const row = await db.selectFrom('companies').where('id', '=', companyId).select('is_ai_enabled').executeTakeFirst()
  return row?.is_ai_enabled ?? false
}

/** The versions of those recordings that have words. */
export async function listTranscriptVersions(
  db: Db,
  videoIds: readonly string[],
): Promise<{ videoId: string; revision: number }[]> {
  return db
    .selectFrom('transcripts')
    .where(sql<boolean>`video_id = any(${videoIds}::uuid[])`)
    .where('words', 'is not', null)
    .select(['video_id as videoId', 'revision'])
    .execute()
}

export async function listWordsOfRecordings(
  db: Db,
  videoIds: readonly string[],
): Promise<{ videoId: string; words: StoredWords | null }[]> {
  return db
    .selectFrom('transcripts')
    .where(sql<boolean>`video_id = any(${videoIds}::uuid[])`)
    .select(['video_id as videoId', 'words'])
    .execute()
}
