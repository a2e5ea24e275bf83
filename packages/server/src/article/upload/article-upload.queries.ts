/** Drafts whose recording is being uploaded. */
import type { Db, Trx } from '../../platform/database/db.ts'

/** The open draft that waits for this recording. */
export async function findDraftByUpload(db: Db, videoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('articles')
    .where('accept_session_id', '=', videoId)
    .where('is_not_uploaded_video', '=', true)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** An upload for this article was accepted. Does nothing if the draft waits for none. */
export async function markAccepted(trx: Trx, articleId: string, videoId: string): Promise<void> {
  await trx
    .updateTable('articles')
    .set({ accept_session_id: videoId })
    .where('id', '=', articleId)
    .where('is_not_uploaded_video', '=', true)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}
