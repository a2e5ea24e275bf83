/**
 * Discards the changes of a draft. A draft with an original ends. A never published draft returns to its content at the start
 * of the editing session, and ends if it was empty then.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { storeNoteContent } from '../../note/index.ts'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { contentHash, fromPersisted, isEmptyContent, type ArticleContent } from '../article-content.ts'
import { findArticleRow } from '../article.queries.ts'
import {
  loadContent,
  lockArticleRows,
  saveContent,
  seedNotes,
  type LockedArticle,
  isOpenDraft,
} from '../article-write.queries.ts'
import { announceSaved, withNotesLocked, type LiveNotes } from '../live-notes.ts'
import { endDraft } from './end-draft.ts'

type Dependencies = { readonly db: Db; readonly live: LiveNotes }

/** The result of discarding: the original article, the restored draft, or nothing. */
export type DiscardResult = { readonly kind: 'original' | 'draft'; readonly id: string } | { readonly kind: 'nothing' }

/** The hash of the content that discarding would restore. */
export async function readDiscardHash(db: Db, draftId: string): Promise<string> {
  const row = await findArticleRow(db, draftId)
  if (row === null || !isOpenDraft(row)) throw new AppError('not_found')
  return contentHash(await loadDiscardTarget(db, row))
}

/** `seenHash`: the hash of the draft or of its discarded content as the caller saw it; another hash is a conflict. */
export async function discardDraft(
  { db, live }: Dependencies,
  actor: Member,
  draftId: string,
  seenHash?: string | null,
): Promise<DiscardResult> {
  const discard = async (): Promise<DiscardResult> => {
    const { restored, ...discarded } = await runTransaction(db, (trx) => discardLocked(trx, actor, draftId, seenHash))
    // Open editors show the restored text.
    for (const [tabId, update] of restored) await live.applyStored({ articleId: draftId, tabId }, update)
    return discarded
  }
  const discarded = await withNotesLocked(live, [draftId], discard, ({ kind }) =>
    kind === 'draft' ? null : { type: 'access' },
  )
  if (discarded.kind === 'draft') announceSaved(live, draftId)
  return discarded
}

type LockedDiscardResult = DiscardResult & { readonly restored: ReadonlyMap<string, Uint8Array> }

async function discardLocked(
  trx: Trx,
  actor: Member,
  draftId: string,
  seenHash?: string | null,
): Promise<LockedDiscardResult> {
  const row = (await lockArticleRows(trx, [draftId])).get(draftId)
  if (row === undefined || !isOpenDraft(row) || row.company_id !== actor.company.id) throw new AppError('not_found')
  const target = await loadDiscardTarget(trx, row)
  if (seenHash && seenHash !== contentHash(target) && seenHash !== contentHash(await loadContent(trx, row))) {
    throw new AppError('draft_changed')
  }
  if (row.original_id !== null) {
    await endDraft(trx, row, { id: row.original_id, paragraphs: target.paragraphs }, 'discarded')
    return { kind: 'original', id: row.original_id, restored: new Map() }
  }
  if (isEmptyContent(target)) {
    await endDraft(trx, row, null, 'discarded')
    return { kind: 'nothing', restored: new Map() }
  }
  await saveContent(trx, draftId, target, { updated_at: new Date(), updated_by_id: actor.userId })
  await seedNotes(trx, draftId, target.tabs)
  return { kind: 'draft', id: draftId, restored: await restoreNotes(trx, draftId, target) }
}

async function loadDiscardTarget(db: Db, row: LockedArticle): Promise<ArticleContent> {
  if (row.original_id === null)
    return row.session_start === null ? loadContent(db, row) : fromPersisted(row.session_start)
  const original = await findArticleRow(db, row.original_id)
  if (original === null) throw new AppError('not_found')
  return loadContent(db, original)
}

/** Returns the Yjs update of each tab that had to change. */
async function restoreNotes(trx: Trx, draftId: string, { tabs }: ArticleContent): Promise<Map<string, Uint8Array>> {
  const updates = new Map<string, Uint8Array>()
  for (const { id, note } of tabs) {
    const update = await storeNoteContent(trx, { articleId: draftId, tabId: id }, note)
    if (update !== null) updates.set(id, update)
  }
  return updates
}
