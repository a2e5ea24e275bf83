/**
 * Cleans up drafts that nobody has open. Their live documents may be ahead of the row, so the row is updated first. A draft
 * without changes is removed. The editing session of a never published draft ends, so discarding no longer goes back past it.
 */
import { contentHash } from '../article-content.ts'
import { loadContent, lockArticleRows, saveContent, isOpenDraft, type LockedArticle } from '../article-write.queries.ts'
import { findArticleRow } from '../article.queries.ts'
import { endDraft } from './end-draft.ts'
import { endIdleSessions, listIdleDrafts } from './idle-draft.queries.ts'
import type { Db } from '../../platform/database/db.ts'

const idleMs = 10 * 60_000

/** Returns how many drafts were removed. */
export async function cleanUpIdleDrafts(db: Db, now = new Date()): Promise<number> {
  const idleSince = new Date(now.getTime() - idleMs)
  await endIdleSessions(db, idleSince)
  let removed = 0
  for (const draftId of await listIdleDrafts(db, idleSince)) {
    if (await refreshDraftRow(db, draftId, { idleSince })) removed += 1
  }
  return removed
}

/**
 * Writes the content of the live documents into the row of the draft, which lists and search read. With `idleSince` it removes
 * an idle draft without changes and returns true. While the row is locked, nothing is appended to its live documents.
 */
export function refreshDraftRow(db: Db, draftId: string, { idleSince }: { idleSince?: Date } = {}): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = (await lockArticleRows(trx, [draftId])).get(draftId)
    if (row === undefined || !isOpenDraft(row)) return false
    const content = await loadContent(trx, row)
    const original = row.original_id === null ? null : await findArticleRow(trx, row.original_id)
    if (
      idleSince !== undefined &&
      isIdle(row, idleSince) &&
      !row.is_not_uploaded_video &&
      original !== null &&
      contentHash(content) === original.hash
    ) {
      await endDraft(trx, row, original, 'unchanged')
      return true
    }
    await saveContent(trx, draftId, content)
    return false
  })
}

const isIdle = ({ editors_seen_at: seenAt, updated_at: updatedAt }: LockedArticle, since: Date): boolean =>
  updatedAt < since && (seenAt === null || seenAt < since)
