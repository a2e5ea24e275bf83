import type { FollowState, FollowTarget } from '@knowreel/shared/notification/notification.calls.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { saveArticleFollow, saveWorkspaceFollow } from './follow.queries.ts'
import type { Member } from '../../access/index.ts'
import { capRows } from '../../platform/database/capped-rows.ts'
import { memberIdentity, toArticleWorkspace } from '../../workspace/index.ts'
import { listFollows, type FollowRow } from './follow-list.queries.ts'

export const followArticle = (
  db: Db,
  of: { readonly userId: string; readonly articleId: string },
  state: FollowState,
): Promise<void> => runTransaction(db, (trx) => saveArticleFollow(trx, of, state))

export const followWorkspace = (
  db: Db,
  of: { readonly userId: string; readonly workspaceId: string },
  state: FollowState,
): Promise<void> => runTransaction(db, (trx) => saveWorkspaceFollow(trx, of, state))

type Follows = { follows: FollowTarget[]; isTruncated?: boolean }

export async function readFollows(db: Db, actor: Member): Promise<Follows> {
  const member = memberIdentity(actor)
  if (member === null) return { follows: [] }
  const { rows, isTruncated } = capRows(await listFollows(db, member))
  return { follows: rows.flatMap(toFollowTarget), ...(isTruncated && { isTruncated }) }
}

function toFollowTarget({ follow, article, workspace }: FollowRow): FollowTarget[] {
  const articleWorkspace = workspace && toArticleWorkspace(workspace)
  if (article !== null)
    return [{ kind: 'article', ...article, follow, workspace: articleWorkspace && pickLinkFields(articleWorkspace) }]
  return articleWorkspace === null
    ? []
    : [{ kind: 'workspace', id: articleWorkspace.id, ...pickLinkFields(articleWorkspace), follow, workspace: null }]
}

const pickLinkFields = ({ shortId, slug, title }: { shortId: string; slug: string; title: string }) => ({
  shortId,
  slug,
  title,
})
