import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'

export type RecordedMeeting = {
  readonly id: string
  readonly companyId: string
  readonly organizerId: string
  readonly workspaceId: string | null
  readonly title: string
  readonly attempt: number
  readonly videoId: string | null
  readonly articleId: string | null
  /** Of the upload; null if it had not begun. */
  readonly firstPartId: string | null
  readonly mime: string | null
}

const selectRecorded = (db: Db) =>
  db
    .selectFrom('meetings')
    .select(['id', 'company_id as companyId', 'organizer_id as organizerId', 'workspace_id as workspaceId', 'title'])
    .select('attempt')
    .select(['video_id as videoId', 'article_id as articleId', 'first_part_id as firstPartId'])
    .select('recording_mime as mime')

export const findRecordedMeeting = async (db: Db, id: string): Promise<RecordedMeeting | null> =>
  (await selectRecorded(db).where('id', '=', id).executeTakeFirst()) ?? null

export async function saveRecording(
  trx: Trx,
  id: string,
  { articleId, videoId }: { articleId: string; videoId: string },
): Promise<void> {
  await trx
    .updateTable('meetings')
    .set({ article_id: articleId, video_id: videoId, heartbeat_at: null })
    .where('id', '=', id)
    .execute()
}

export async function findPersonalWorkspace(db: Db, { userId, company }: Member): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .where('company_id', '=', company.id)
    .where('owner_id', '=', userId)
    .where('visibility', '=', sql.lit('personal'))
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}
