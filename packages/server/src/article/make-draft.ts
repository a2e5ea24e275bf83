import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { mergeContent, noContent } from './article-content.ts'
import { placeIfAccepted, readUpload } from './article-upload.ts'
import {
  insertDraft,
  loadContent,
  lockArticles,
  saveTabs,
  seedTabs,
  type LockedArticle,
} from './article-write.queries.ts'
import { findArticleRow, findDraftId, findIdOfClient } from './article.queries.ts'
import { readChange } from './content-change.ts'
import { findEditableArticle } from './editable-article.ts'

type CreateOptions = {
  /** Saved by hand, it is there to stay; otherwise discarding in the same session removes it. */
  readonly isByHand: boolean
}

export type MadeDraft = {
  readonly id: string
  /** False when an earlier try with the same `clientId` made it: what was sent is not in it then. */
  readonly isNew: boolean
}

/**
 * Makes an article that was never published, or finds the row of an earlier try with the same `clientId`. What became of
 * that row, and whether the actor may still save it, the caller has to look at.
 */
export async function createDraft(
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  actor: Member,
  input: ArticleInput,
  { isByHand }: CreateOptions,
): Promise<MadeDraft> {
  const { clientId } = input
  const known = clientId ? await findIdOfClient(db, actor, clientId) : null
  if (known !== null) return { id: known, isNew: false }
  const made = await runTransaction(db, async (trx) => {
    const copied = input.copyOf ? await loadCopied(trx, actor, input.copyOf) : []
    const change = await readChange(trx, actor, input, { draftId: null, present: noContent, takesText: 'new', copied })
    const content = mergeContent(noContent, change)
    const sessionStart = isByHand ? undefined : noContent
    const upload = content.paragraphs.length > 0 ? null : await readUpload(trx, actor, input)
    const draft = { companyId: actor.company.id, authorId: actor.userId, clientId, content, sessionStart, upload }
    const id = await insertDraft(trx, draft)
    if (id === null) return null
    await saveTabs(trx, id, content.tabs)
    await seedTabs(trx, id, content.tabs)
    await placeIfAccepted({ trx, enqueue }, upload)
    return id
  })
  if (made !== null) return { id: made, isNew: true }
  // Two tries at once: the other one has made it.
  const id = clientId ? await findIdOfClient(db, actor, clientId) : null
  if (id === null) throw new AppError('not_found')
  return { id, isNew: false }
}

/** Whoever may edit an article may make another one of it, which plays the same recordings. */
async function loadCopied(trx: Trx, actor: Member, anyId: string): Promise<ParagraphTree> {
  const id = await findEditableArticle(trx, actor, anyId)
  const row = id === null ? null : await findArticleRow(trx, id)
  if (row === null) throw new AppError('unknown_article')
  return row.paragraphs
}

/**
 * The draft of a published article, locked; a copy of the article is made if there is none. Its notes are given their live
 * documents here and only here. The lock on the original lets only one of several openings at once make it.
 */
export async function findOrMakeDraft(trx: Trx, actor: Member, originalId: string): Promise<LockedArticle> {
  const original = (await lockArticles(trx, [originalId])).get(originalId)
  // It may have left for another company since access to it was checked.
  if (original === undefined || original.deleted_at !== null || original.company_id !== actor.company.id)
    throw new AppError('not_found')
  const draftId = (await findDraftId(trx, originalId)) ?? (await copyToDraft(trx, actor, original))
  const draft = (await lockArticles(trx, [draftId])).get(draftId)
  if (draft === undefined) throw new AppError('not_found')
  return draft
}

async function copyToDraft(trx: Trx, actor: Member, original: LockedArticle): Promise<string> {
  const content = await loadContent(trx, original)
  const id = await insertDraft(trx, {
    companyId: original.company_id,
    authorId: actor.userId,
    originalId: original.id,
    content,
  })
  if (id === null) throw new Error('A draft of a published article has no client id')
  await saveTabs(trx, id, content.tabs)
  await seedTabs(trx, id, content.tabs)
  return id
}
