import type { SignAddress } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { WorkspaceArticles } from '../../workspace/index.ts'
import {
  findSharedWorkspace,
  listOrderArticles,
  listSharedArticles,
  listWorkspaceArticles,
  readTree,
} from '../list/article-list.queries.ts'
import { deleteWorkspaceArticles } from '../article-write.queries.ts'
import type { ArticleParentCache } from '../read/article-parent-cache.ts'

type Dependencies = { readonly signAddress: SignAddress; readonly parents: ArticleParentCache }

/** The functions that the workspace feature receives from articles when the app is composed. */
export const workspaceArticles = ({ signAddress, parents }: Dependencies): WorkspaceArticles => ({
  readTree,
  listOrderArticles,
  listWorkspaceArticles: (db: Db, actor, workspaceId) =>
    listWorkspaceArticles(db, workspaceId, { actor, signAddress, parents }),
  listSharedArticles: (db: Db, actor, workspaceId) => listSharedArticles(db, workspaceId, { actor, signAddress }),
  findSharedWorkspace,
  deleteArticlesOfWorkspace: (trx: Trx, workspaceId, deletedAt) => deleteWorkspaceArticles(trx, workspaceId, deletedAt),
})
