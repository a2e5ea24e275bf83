import type { FollowState } from '@knowreel/shared/notification/notification.calls.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { saveArticleFollow, saveWorkspaceFollow } from './follow.queries.ts'

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
