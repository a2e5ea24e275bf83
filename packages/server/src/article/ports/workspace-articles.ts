import type { SignAddress } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { WorkspaceArticles } from '../../workspace/index.ts'
import {
  countArticles,
  findSharedWorkspace,
  listOrderArticles,
  listSharedArticles,
  listTreeEntries,
  listWorkspaceArticles,
} from '../list/article-list.queries.ts'
import { deleteWorkspaceArticles } from '../article-write.queries.ts'

/** The functions that the workspace feature receives from articles when the app is composed. */
export const workspaceArticles = ({ signAddress }: { signAddress: SignAddress }): WorkspaceArticles => ({
  listTreeEntries,
  listOrderArticles,
  countArticles,
  listWorkspaceArticles: (db: Db, actor, workspaceId) => listWorkspaceArticles(db, workspaceId, { actor, signAddress }),
  listSharedArticles: (db: Db, actor, workspaceId) => listSharedArticles(db, workspaceId, { actor, signAddress }),
  findSharedWorkspace,
  deleteArticlesOfWorkspace: (trx: Trx, workspaceId, deletedAt) => deleteWorkspaceArticles(trx, workspaceId, deletedAt),
})
