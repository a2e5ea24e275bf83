import type { Trx } from '../../platform/database/db.ts'
import { isOpenDraft, lockArticleRows } from '../article-write.queries.ts'
import { endDraft } from '../draft/end-draft.ts'

/** Deletes a draft that was never published. False if it is gone, or published since. */
export async function discardNewDraft(trx: Trx, draftId: string): Promise<boolean> {
  const row = (await lockArticleRows(trx, [draftId])).get(draftId)
  if (row === undefined || !isOpenDraft(row) || row.original_id !== null) return false
  await endDraft(trx, row, null, 'discarded')
  return true
}
