/** The settings for automatic generation, and the recordings for which it ran. */
import type { AiPreferences } from '@knowreel/shared/ai/ai.calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

const defaultPreferences: AiPreferences = { notesAutoGeneration: 'none', customPrompt: '' }

export async function readPreferences(db: Db, userId: string): Promise<AiPreferences> {
  const row = await db
    .selectFrom('ai_preferences')
    .where('user_id', '=', userId)
    .select(['notes', 'notes_prompt'])
    .executeTakeFirst()
  if (row === undefined) return defaultPreferences
  return { notesAutoGeneration: row.notes, customPrompt: row.notes_prompt }
}

export async function savePreferences(db: Db, userId: string, preferences: AiPreferences): Promise<void> {
  const row = {
    notes: preferences.notesAutoGeneration,
    notes_prompt: preferences.customPrompt,
    updated_at: new Date(),
  }
  await db
    .insertInto('ai_preferences')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export type NewRecording = {
  readonly userId: string
  readonly companyId: string
  readonly draftId: string
  /** Paragraphs are generated without being asked for. */
  readonly generatesParagraphs: boolean
}

/**
 * The draft that plays a person's own recording; null if there is none, or if a transcript of what is said in it is
 * still to come.
 */
export async function findNewRecording(db: Db, videoId: string): Promise<NewRecording | null> {
  const { rows } = await sql<NewRecording>`
    select v.user_id as "userId", v.company_id as "companyId", d.id as "draftId",
      u.paragraphs_auto_generation = 'automatically' as "generatesParagraphs"
    from videos v
    join users u on u.id = v.user_id
    join articles d on d.company_id = v.company_id and d.author_id = v.user_id
      and d.published_at is null and d.deleted_at is null
      and jsonb_path_exists(d.paragraphs, '$.**.videoId ? (@ == $id)', jsonb_build_object('id', v.id::text))
    where v.id = ${videoId} and v.status = 'finished'
      and not exists (select from transcripts t where t.video_id = v.id and t.status in ('waiting', 'running'))
      and not exists (
        select from video_steps s where s.video_id = v.id and s.step = 'audio' and s.status in ('waiting', 'running')
          and v.has_audio
      )
    order by d.updated_at desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

type Part = 'paragraphs' | 'notes'

/** True for the first caller: what is claimed is generated at most once. */
export async function claimRecording(db: Db, videoId: string, part: Part): Promise<boolean> {
  const column = part === 'notes' ? ('has_notes' as const) : ('has_paragraphs' as const)
  const row = await db
    .insertInto('ai_structured_recordings')
    .values({ video_id: videoId, [column]: true })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ [column]: true })
        .where(`ai_structured_recordings.${column}`, '=', false),
    )
    .returning('video_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listClaims(db: Db, videoId: string): Promise<ReadonlySet<Part>> {
  const row = await db
    .selectFrom('ai_structured_recordings')
    .where('video_id', '=', videoId)
    .select(['has_notes', 'has_paragraphs'])
    .executeTakeFirst()
  return new Set<Part>([
    ...(row?.has_notes ? (['notes'] as const) : []),
    ...(row?.has_paragraphs ? (['paragraphs'] as const) : []),
  ])
}
