/**
 * The last step of publishing: writes the content that was read, inside the transaction that holds the lock on the
 * article.
 */
import { listMentionedIds } from '@knowreel/shared/note/note-mention.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { subtreeIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { Member } from '../../access/index.ts'
import { carryAnchors, carryQuotes } from '../../comment/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { requestRendition } from '../../video/index.ts'
import { moveBetweenOrders, insertArticleFirst, touchWorkspaceActivity } from '../../workspace/index.ts'
import { contentHash, type ArticleContent } from '../article-content.ts'
import { insertVersion, moveToWorkspace, saveContent, type LockedArticle } from '../article-write.queries.ts'
import { findPossibleParent } from '../article.queries.ts'
import type { LockedRows } from '../move/lock-articles.ts'

export type Publication = {
  readonly trx: Trx
  readonly actor: Member
  readonly enqueue: Enqueue
  readonly notifyOfPublish: NotifyOfPublish
  readonly isNotification: boolean
}

type PublishContext = Pick<Publication, 'trx' | 'actor' | 'enqueue'>

/** Called for every publish; injected by `src/app`, the notification feature decides whom to notify. */
export type NotifyOfPublish = (
  trx: Trx,
  publish: {
    readonly articleId: string
    readonly workspaceId: string
    readonly publisherId: string
    /** Published with notification, outside a personal workspace. */
    readonly isToAll: boolean
    /** People who are mentioned now and were not before. */
    readonly mentionedIds: readonly string[]
  },
) => Promise<void>

/** A draft that was never published becomes the article: the same row, first in the order. */
export async function commitFirstPublication(
  { trx, actor, enqueue }: PublishContext,
  draft: LockedArticle,
  content: ArticleContent,
) {
  const now = new Date()
  await carryAnchors(trx, draft.id, { before: draft.paragraphs, after: content.paragraphs })
  await saveContent(
    trx,
    draft.id,
    { ...content, parentArticleId: null },
    { published_at: now, updated_at: now, updated_by_id: actor.userId, session_start: null, session_started_at: null },
  )
  await requestArticleRendition({ trx, enqueue }, draft, content)
  const { workspaceId, parentArticleId } = content
  if (workspaceId === null) return
  await insertArticleFirst(trx, workspaceId, draft.id, await findPossibleParent(trx, workspaceId, parentArticleId))
}

type Replacement = { readonly former: ArticleContent; readonly content: ArticleContent }

/** The former content of a published article becomes a version. The same content again changes nothing. */
export async function replaceContent(
  { trx, actor, enqueue }: PublishContext,
  row: LockedArticle,
  { former, content }: Replacement,
): Promise<void> {
  if (contentHash(content) === publishedHash(row, former)) return
  await insertVersion(trx, row, former, content)
  const edit = { updated_at: new Date(), updated_by_id: actor.userId }
  await saveContent(trx, row.id, { ...content, parentArticleId: null }, edit)
  await carryAnchors(trx, row.id, { before: former.paragraphs, after: content.paragraphs })
  await requestArticleRendition({ trx, enqueue }, row, content)
  const [fromId, toId] = [row.workspace_id, content.workspaceId]
  if (fromId === null || toId === null || fromId === toId) return
  const { to } = await moveBetweenOrders(trx, { articleId: row.id, fromId, toId })
  await moveToWorkspace(trx, subtreeIds(to, row.id), { fromId, toId })
}

const requestArticleRendition = (
  { trx, enqueue }: Pick<PublishContext, 'trx' | 'enqueue'>,
  row: LockedArticle,
  { paragraphs }: ArticleContent,
) => requestRendition(trx, enqueue, { companyId: row.company_id, map: articleMap(paragraphs) })

export const publishedHash = (row: LockedArticle, content: ArticleContent): string => row.hash ?? contentHash(content)

/** The end of every publish: quotes follow the text, the workspace counts as active, people are notified. */
export async function completePublish(
  { trx, actor, notifyOfPublish, isNotification }: Publication,
  { workspaces }: LockedRows,
  articleId: string,
  { former, content }: { readonly former: ArticleContent | null; readonly content: ArticleContent },
): Promise<void> {
  await carryQuotes(trx, articleId, content.tabs)
  const workspace = content.workspaceId === null ? undefined : workspaces.get(content.workspaceId)
  if (workspace === undefined) return
  await touchWorkspaceActivity(trx, workspace.id)
  const mentionedIds = addedMentions(former, content)
  const isToAll = isNotification && workspace.visibility !== 'personal'
  await notifyOfPublish(trx, { articleId, workspaceId: workspace.id, publisherId: actor.userId, isToAll, mentionedIds })
}

function addedMentions(former: ArticleContent | null, present: ArticleContent): string[] {
  const mentionedInTabs = (content: ArticleContent | null) =>
    content?.tabs.flatMap(({ note }) => listMentionedIds(note)) ?? []
  const known = new Set(mentionedInTabs(former))
  return [...new Set(mentionedInTabs(present))].filter((id) => !known.has(id))
}
