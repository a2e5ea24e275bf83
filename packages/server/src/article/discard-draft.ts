/**
 * Throwing the changes of a draft away. With an original the draft ends. A never published one goes back to what it was
 * when the present editing session began; if that was nothing, it ends too.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { discardConversation } from '../comment/index.ts'
import { storeNoteContent } from '../note/index.ts'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { contentHash, fromKept, isEmptyContent, type ArticleContent } from './article-content.ts'
import { findArticleRow } from './article.queries.ts'
import {
  loadContent,
  lockArticles,
  markDeleted,
  saveTabs,
  seedTabs,
  updateContent,
  type LockedArticle,
  isOpenDraft,
} from './article-write.queries.ts'
import { announceSaved, type LiveNotes } from './live-notes.ts'

type Parts = { readonly db: Db; readonly live: LiveNotes | null }

/** What discarding leads to: an article, the draft as it was, or nothing. */
export type Discarded = { readonly kind: 'original' | 'draft'; readonly id: string } | { readonly kind: 'nothing' }

/** Hash of the content that discarding would give. */
export async function readDiscardHash(db: Db, draftId: string): Promise<string> {
  const row = await findArticleRow(db, draftId)
  if (row === null || !isOpenDraft(row)) throw new AppError('not_found')
  return contentHash(await loadTarget(db, row))
}

/** `seenHash`: what the caller saw, of the draft or of what discarding gives; anything else there is a conflict. */
export async function discardDraft(
  { db, live }: Parts,
  actor: Member,
  draftId: string,
  seenHash?: string | null,
): Promise<Discarded> {
  const lock = await live?.lockArticle(draftId)
  let discarded: Discarded & { restored?: ReadonlyMap<string, Uint8Array> }
  try {
    discarded = await runTransaction(db, (trx) => discardLocked(trx, actor, draftId, seenHash))
  } catch (error) {
    lock?.release()
    throw error
  }
  if (discarded.kind === 'draft') {
    // Whoever has a tab open sees it go back.
    for (const [tabId, update] of discarded.restored ?? [])
      await live?.applyStored({ articleId: draftId, tabId }, update)
    lock?.release()
    announceSaved(live, draftId)
  } else {
    live?.closeArticle(draftId, { type: 'access' })
  }
  return discarded
}

async function discardLocked(trx: Trx, actor: Member, draftId: string, seenHash?: string | null) {
  const row = (await lockArticles(trx, [draftId])).get(draftId)
  if (row === undefined || !isOpenDraft(row) || row.company_id !== actor.company.id) throw new AppError('not_found')
  const target = await loadTarget(trx, row)
  if (seenHash && seenHash !== contentHash(target) && seenHash !== contentHash(await loadContent(trx, row))) {
    throw new AppError('draft_changed')
  }
  if (row.original_id !== null) {
    const change = { before: row.paragraphs, after: target.paragraphs }
    await discardConversation(trx, { draftId, articleId: row.original_id, ...change })
    await markDeleted(trx, [draftId], new Date())
    return { kind: 'original', id: row.original_id } as const
  }
  if (isEmptyContent(target)) {
    await markDeleted(trx, [draftId], new Date())
    return { kind: 'nothing' } as const
  }
  await updateContent(trx, draftId, target, { updated_at: new Date(), updated_by_id: actor.userId })
  await saveTabs(trx, draftId, target.tabs)
  await seedTabs(trx, draftId, target.tabs)
  return { kind: 'draft', id: draftId, restored: await restoreNotes(trx, draftId, target) } as const
}

async function loadTarget(db: Db, row: LockedArticle): Promise<ArticleContent> {
  if (row.original_id === null) return row.session_start === null ? loadContent(db, row) : fromKept(row.session_start)
  const original = await findArticleRow(db, row.original_id)
  if (original === null) throw new AppError('not_found')
  return loadContent(db, original)
}

/** Gives the edit of each tab that had to change. */
async function restoreNotes(trx: Trx, draftId: string, { tabs }: ArticleContent): Promise<Map<string, Uint8Array>> {
  const updates = new Map<string, Uint8Array>()
  for (const { id, note } of tabs) {
    const update = await storeNoteContent(trx, { articleId: draftId, tabId: id }, note)
    if (update !== null) updates.set(id, update)
  }
  return updates
}
