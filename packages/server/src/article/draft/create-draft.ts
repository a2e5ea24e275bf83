import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { emptyContent } from '../article-content.ts'
import { insertIfAccepted, readUpload } from '../upload/article-upload.ts'
import { insertArticle, loadContent, lockArticleRows, type LockedArticle } from '../article-write.queries.ts'
import { findArticleRow, findDraftId, findIdByClientId } from '../article.queries.ts'
import { requireUnarchived } from '../move/lock-articles.ts'
import { readContent } from './read-content.ts'
import { findEditableArticle } from '../ports/editable-article.ts'

type CreateOptions = {
  /** A manual save makes it permanent; otherwise discarding in the same session removes it. */
  readonly isManual: boolean
}

export type CreatedDraft = {
  readonly id: string
  /** False if an earlier attempt with the same `clientId` created it; it then lacks the content just sent. */
  readonly isNew: boolean
}

/**
 * Creates an article that was never published, or finds the row of an earlier attempt with the same `clientId`. The caller
 * checks the state of that row and whether the actor may still save it.
 */
export async function createDraft(
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  actor: Member,
  input: ArticleInput,
  { isManual }: CreateOptions,
): Promise<CreatedDraft> {
  const { clientId } = input
  const known = clientId ? await findIdByClientId(db, actor, clientId) : null
  if (known !== null) return { id: known, isNew: false }
  const made = await runTransaction(db, async (trx) => {
    const copied = input.copyOf ? await loadCopiedParagraphs(trx, actor, input.copyOf) : []
    const { content } = await readContent(trx, actor, null, input, { copied })
    const sessionStart = isManual ? undefined : emptyContent
    const upload = content.paragraphs.length > 0 ? null : await readUpload(trx, actor, input)
    const draft = { companyId: actor.company.id, authorId: actor.userId, clientId, content, sessionStart, upload }
    const id = await insertArticle(trx, draft)
    if (id === null) return null
    await insertIfAccepted({ trx, enqueue }, upload)
    return id
  })
  if (made !== null) return { id: made, isNew: true }
  // Two concurrent attempts: the other one has created it.
  const id = clientId ? await findIdByClientId(db, actor, clientId) : null
  if (id === null) throw new AppError('not_found')
  return { id, isNew: false }
}

/** Those who may edit an article may copy it into another one, which plays the same recordings. */
async function loadCopiedParagraphs(trx: Trx, actor: Member, anyId: string): Promise<ParagraphTree> {
  const id = await findEditableArticle(trx, actor, anyId)
  const row = id === null ? null : await findArticleRow(trx, id)
  if (row === null) throw new AppError('unknown_article')
  return row.paragraphs
}

/**
 * The draft of a published article, locked; a copy of the article is created if there is none. Only this
 * function creates live documents for its notes. The lock on the original lets only one of several concurrent openings
 * create it.
 */
export async function findOrCreateDraft(trx: Trx, actor: Member, originalId: string): Promise<LockedArticle> {
  const original = requireUnarchived((await lockArticleRows(trx, [originalId])).get(originalId))
  // It may have moved to another company since its access was checked.
  if (original.company_id !== actor.company.id) throw new AppError('not_found')
  const draftId = (await findDraftId(trx, originalId)) ?? (await copyToDraft(trx, actor, original))
  const draft = (await lockArticleRows(trx, [draftId])).get(draftId)
  if (draft === undefined) throw new AppError('not_found')
  return draft
}

async function copyToDraft(trx: Trx, actor: Member, original: LockedArticle): Promise<string> {
  const content = await loadContent(trx, original)
  const id = await insertArticle(trx, {
    companyId: original.company_id,
    authorId: actor.userId,
    originalId: original.id,
    content,
  })
  if (id === null) throw new Error('A draft of a published article has no client id')
  return id
}
