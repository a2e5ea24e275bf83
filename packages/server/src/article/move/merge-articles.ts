/**
 * Merges one article into another. The live documents of both drafts are locked first, so that text being typed counts as a
 * change. One transaction then gives the target the content of both (its former content becomes a version), moves the
 * sub-articles to it, and deletes the merged article. Drafts without changes end too.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { subtreeIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { Member } from '../../access/index.ts'
import { carryQuotes, moveCommentsOnMerge } from '../../comment/index.ts'
import { copyFileUses } from '../../file/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { mergeOrders, touchWorkspaceActivity } from '../../workspace/index.ts'
import { contentHash, type ArticleContent } from '../article-content.ts'
import {
  loadContent,
  lockArticleRows,
  markDeleted,
  moveToWorkspace,
  type LockedArticle,
} from '../article-write.queries.ts'
import { findDraftId } from '../article.queries.ts'
import { endDraft } from '../draft/end-draft.ts'
import { withNotesLocked, type LiveNotes } from '../live-notes.ts'
import { runArticleTransaction, lockArticles, requireUnarchived } from './lock-articles.ts'
import { mergeArticleContents } from './merge-content.ts'
import { replaceContent } from '../publish/commit-publication.ts'

/** Called with the target of a merged article, so that its notifications can follow. */
export type MoveNotifications = (trx: Trx, articleId: string, targetId: string) => Promise<void>

type Dependencies = {
  readonly db: Db
  readonly live: LiveNotes
  readonly enqueue: Enqueue
  readonly moveNotifications: MoveNotifications
}
type MergePair = { readonly leftId: string; readonly targetId: string }

export async function mergeArticles(
  dependencies: Dependencies,
  actor: Member,
  { leftId, targetId }: MergePair,
): Promise<OrderEntry[]> {
  if (leftId === targetId) throw new AppError('merge_into_itself')
  const { db, live } = dependencies
  const draftIds = await listDraftIds(db, [leftId, targetId])
  const merge = () =>
    runArticleTransaction(db, (trx) => mergeLocked({ ...dependencies, trx }, actor, { leftId, targetId }))
  return withNotesLocked(live, draftIds, merge, () => ({ type: 'published', id: targetId }))
}

async function listDraftIds(db: Db, articleIds: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const id of articleIds) ids.push(...[await findDraftId(db, id)].filter((found) => found !== null))
  // Always in the same order, so that two merges of the same pair cannot deadlock.
  return ids.toSorted()
}

async function mergeLocked(
  { trx, enqueue, moveNotifications }: Dependencies & { readonly trx: Trx },
  actor: Member,
  { leftId, targetId }: MergePair,
): Promise<OrderEntry[]> {
  const { articles, workspaces } = await lockArticles(trx, actor, [leftId, targetId])
  const left = requireUnarchived(articles.get(leftId))
  const target = requireUnarchived(articles.get(targetId))
  const [from, to] = [workspaces.get(left.workspace_id ?? ''), workspaces.get(target.workspace_id ?? '')]
  if (from === undefined || to === undefined) throw new AppError('not_found')
  const [leftContent, targetContent] = [await loadContent(trx, left), await loadContent(trx, target)]
  await endUnchangedDraft(trx, left, leftContent)
  await endUnchangedDraft(trx, target, targetContent)
  const content = mergeArticleContents(leftContent, targetContent)
  await replaceContent({ trx, actor, enqueue }, target, { former: targetContent, content })
  await copyFileUses(trx, leftId, targetId)
  const [played, merged] = [leftContent.paragraphs, content.paragraphs]
  await moveCommentsOnMerge(trx, { leftId, targetId, left: played, merged })
  await moveNotifications(trx, leftId, targetId)
  await carryQuotes(trx, targetId, content.tabs)
  const nested = subtreeIds(from.order, leftId).filter((id) => id !== leftId)
  const mayHold = content.paragraphs.length === 0
  const move = { fromId: from.id, toId: to.id }
  const workspaceOrder = await mergeOrders(trx, { ...move, leftId, targetId, canHaveChildren: mayHold })
  if (from.id !== to.id && nested.length > 0) await moveToWorkspace(trx, nested, move)
  await markDeleted(trx, [leftId], new Date())
  await touchWorkspaceActivity(trx, to.id)
  return workspaceOrder
}

async function endUnchangedDraft(trx: Trx, row: LockedArticle, content: ArticleContent): Promise<void> {
  const draftId = await findDraftId(trx, row.id)
  const draft = draftId === null ? undefined : (await lockArticleRows(trx, [draftId])).get(draftId)
  if (draft === undefined) return
  const isChanged = contentHash(await loadContent(trx, draft)) !== contentHash(content)
  if (isChanged || draft.is_not_uploaded_video) throw new AppError('has_draft')
  await endDraft(trx, draft, { id: row.id, paragraphs: content.paragraphs }, 'unchanged')
}
