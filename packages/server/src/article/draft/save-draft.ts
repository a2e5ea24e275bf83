/**
 * Saves a draft, manually or automatically.
 *
 * The save targets a draft, or an article whose draft is found or created. Fields are merged one by one, so two people
 * who change different fields both succeed. The text of a tab is in its live document and is used only for a new tab.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { contentHash, hasSameFields, toPersisted, type ArticleContent } from '../article-content.ts'
import {
  loadContent,
  lockArticleRows,
  saveContent,
  seedNotes,
  updateRow,
  type LockedArticle,
  isOpenDraft,
} from '../article-write.queries.ts'
import { findArticleRow } from '../article.queries.ts'
import { loadSaveSubject, maySave, type SaveSubject, alreadyPublishedError } from '../article.policy.ts'
import { insertIfAccepted, readUpload } from '../upload/article-upload.ts'
import { readContent } from './read-content.ts'
import { markDraftOpened } from './idle-draft.queries.ts'
import { announceSaved, type LiveNotes } from '../live-notes.ts'
import { createDraft, findOrCreateDraft } from './create-draft.ts'

type SaveDependencies = { readonly db: Db; readonly live: LiveNotes | null; readonly enqueue: Enqueue }

export type SaveOptions = {
  /** A manual save ends the editing session: from then on discarding returns to it. */
  readonly isManual: boolean
}

/** Returns the id of the draft. */
export async function saveDraft(
  dependencies: SaveDependencies,
  actor: Member,
  subject: SaveSubject,
  input: ArticleInput,
  options: SaveOptions,
): Promise<string> {
  const { db, live } = dependencies
  let found = subject
  if (found.kind === 'new') {
    const { id, isNew } = await createDraft(dependencies, actor, input, options)
    if (isNew) return id
    found = await reloadSubject(db, actor, id)
  }
  for (;;) {
    if (found.kind === 'gone') throw alreadyPublishedError(found)
    const { kind, id } = found
    const saved = await runTransaction(db, async (trx) => {
      const draft =
        kind === 'published' ? await findOrCreateDraft(trx, actor, id) : (await lockArticleRows(trx, [id])).get(id)
      return draft === undefined || !isOpenDraft(draft) || draft.company_id !== actor.company.id
        ? null
        : applyChange({ ...dependencies, trx }, actor, draft, input, options)
    })
    if (saved !== null) {
      if (saved.isChanged) announceSaved(live, saved.draftId)
      return saved.draftId
    }
    found = await reloadSubject(db, actor, id)
  }
}

/** The current state of an article or draft, which may have changed since access was checked. */
export async function reloadSubject(db: Db, actor: Member, id: string): Promise<Exclude<SaveSubject, { kind: 'new' }>> {
  const subject = await loadSaveSubject(db, actor, id)
  if (subject === null || subject.kind === 'new') throw new AppError('not_found')
  if (!maySave(actor, subject)) throw new AppError('forbidden')
  return subject
}

async function applyChange(
  { trx, enqueue }: Pick<SaveDependencies, 'enqueue'> & { readonly trx: Trx },
  actor: Member,
  row: LockedArticle,
  input: ArticleInput,
  { isManual }: SaveOptions,
) {
  await markDraftOpened(trx, row.id)
  const upload = await readUpload(trx, actor, input, row)
  const isWaiting = upload?.is_not_uploaded_video ?? row.is_not_uploaded_video
  // The workspace of a recording is fixed when its upload begins.
  const sent = isWaiting ? { ...input, workspace: undefined } : input
  const { present, content } = await readContent(trx, actor, row, sent)
  await updateEditingSession(trx, row, present, isManual)
  const isChanged = upload !== null || !hasSameFields(present, content)
  // Opening an article is no edit.
  const byWhom = isChanged || isManual ? { updated_at: new Date(), updated_by_id: actor.userId } : {}
  if (isChanged || isManual || row.hash !== contentHash(content)) {
    await saveContent(trx, row.id, content, { ...byWhom, ...upload })
    await seedNotes(trx, row.id, content.tabs)
  }
  await insertIfAccepted({ trx, enqueue }, upload)
  return { draftId: row.id, isChanged }
}

/** Stores the content of a never published draft at the start of the session: discarding restores it. */
async function updateEditingSession(
  trx: Trx,
  row: LockedArticle,
  present: ArticleContent,
  isByHand: boolean,
): Promise<void> {
  if (row.original_id !== null) return
  if (isByHand) {
    if (row.session_start !== null) await updateRow(trx, row.id, { session_start: null, session_started_at: null })
  } else if (row.session_start === null) {
    await updateRow(trx, row.id, {
      session_start: JSON.stringify(toPersisted(present)),
      session_started_at: new Date(),
    })
  }
}

/**
 * Someone opens the live documents of a draft: the draft is not idle, and the editing session begins before the first
 * keystroke. Returns false when the draft has ended.
 */
export function beginEditingSession(db: Db, draftId: string): Promise<boolean> {
  return runTransaction(db, async (trx) => {
    if (!(await markDraftOpened(trx, draftId))) return false
    const row = await findArticleRow(trx, draftId)
    if (row === null) return false
    if (row.original_id === null && row.session_start === null)
      await updateEditingSession(trx, row, await loadContent(trx, row), false)
    return true
  })
}
