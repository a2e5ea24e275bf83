import { trashCalls } from '@knowreel/shared/article/trash.calls.ts'
import { requireMember, serve, type SignAddress } from '../../access/index.ts'
import { createPersonView, toPerson } from '../../person/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { requireNotArchived, workspacePolicy } from '../../workspace/index.ts'
import { articlePolicy } from '../article.policy.ts'
import { restoreArticle } from './restore-article.ts'
import { listTrash } from './trash.queries.ts'

const policy = {
  'workspace.reorder': workspacePolicy['workspace.reorder'],
  'article.restore': articlePolicy['article.restore'],
}

export const trashRoutes = ({ db, signAddress }: { readonly db: Db; readonly signAddress: SignAddress }) =>
  serve(trashCalls, policy, {
    list: async ({ actor, subject, query }) => {
      requireNotArchived(subject)
      const { rows, count } = await listTrash(db, subject.id, query.page)
      const people = createPersonView(
        requireMember(actor),
        { companyId: subject.companyId, workspaceId: null },
        signAddress,
      )
      const articles = rows.map(
        ({ id, title, icon, duration, nested, deleted_at: deletedAt, deleted_by: deletedBy }) => ({
          id,
          title,
          icon,
          duration,
          nested,
          deletedAt: deletedAt.toISOString(),
          deletedBy: toPerson(deletedBy, people),
        }),
      )
      return { articles, count }
    },
    restore: async ({ actor, subject }) => ({
      success: true,
      ...(await restoreArticle(db, requireMember(actor), subject.id)),
    }),
  })
