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

/**
 * An upload for this draft was accepted. If it was published before the upload began, the next draft of its article
 * waits for the upload. Does nothing if no draft waits.
 */
export async function markAccepted(trx: Trx, articleId: string, videoId: string): Promise<void> {
  await trx
    .updateTable('articles')
    .set({ accept_session_id: videoId })
    .where((eb) => eb.or([eb('id', '=', articleId), eb('original_id', '=', articleId)]))
    .where('is_not_uploaded_video', '=', true)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}
