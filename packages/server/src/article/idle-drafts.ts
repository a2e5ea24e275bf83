/**
 * What happens to drafts that nobody has open. Their live documents may be ahead of what the row says, so it is brought up
 * to date first. The draft of an article that changes nothing is removed; the editing session of a never published one is
 * over, so that discarding no longer leads back behind it.
 */
import { publishConversation } from '../comment/index.ts'
import { contentHash } from './article-content.ts'
import {
  loadContent,
  lockArticles,
  markDeleted,
  saveTabs,
  updateContent,
  isOpenDraft,
  type LockedArticle,
} from './article-write.queries.ts'
import { findArticleRow } from './article.queries.ts'
import { endIdleSessions, listIdleDrafts } from './idle-draft.queries.ts'
import type { Db } from '../platform/database/db.ts'

const idleMs = 10 * 60_000

/** Gives how many drafts were removed. */
export async function tidyIdleDrafts(db: Db, now = new Date()): Promise<number> {
  const idleSince = new Date(now.getTime() - idleMs)
  await endIdleSessions(db, idleSince)
  let removed = 0
  for (const draftId of await listIdleDrafts(db, idleSince)) {
    if (await bringUpToDate(db, draftId, { idleSince })) removed += 1
  }
  return removed
}

/**
 * Writes what the live documents say into the row of the draft, where lists and search look. With `idleSince` a draft
 * that changes nothing is removed if nobody came back to it; then true. Under the lock of the row nothing is appended to
 * its documents, and once it is removed nothing can be.
 */
export function bringUpToDate(db: Db, draftId: string, { idleSince }: { idleSince?: Date } = {}): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = (await lockArticles(trx, [draftId])).get(draftId)
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
      const change = { before: row.paragraphs, after: original.paragraphs }
      await publishConversation(trx, { draftId, articleId: original.id, ...change })
      await markDeleted(trx, [draftId], new Date())
      return true
    }
    await updateContent(trx, draftId, content)
    await saveTabs(trx, draftId, content.tabs)
    return false
  })
}

const isIdle = ({ editors_seen_at: seenAt, updated_at: updatedAt }: LockedArticle, since: Date): boolean =>
  updatedAt < since && (seenAt === null || seenAt < since)
