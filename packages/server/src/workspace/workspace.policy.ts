/**
 * The policy for workspaces. If a workspace is visible but cannot be shown, like an archived one to people who cannot
 * edit in it, the response is the reason instead of "not found".
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isColleague, rule, type Actor, type Rule } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { maySee, ranks } from './access/workspace-access.ts'
import type { WorkspaceArticles } from './workspace-articles.ts'
import { findWorkspaceAccess, type WorkspaceAccess } from './access/workspace-access.queries.ts'

async function loadVisible(db: Db, actor: Actor | null, id: string): Promise<WorkspaceAccess | null> {
  const workspace = await findWorkspaceAccess(db, actor, id)
  if (workspace !== null && !workspace.isCompanyActivated && !isColleague(actor, workspace)) {
    throw new AppError('workspace_company_deactivated')
  }
  return workspace
}

async function loadReadable(db: Db, actor: Actor | null, id: string): Promise<WorkspaceAccess | null> {
  const workspace = await loadVisible(db, actor, id)
  if (workspace?.isArchived && workspace.rank < ranks.editor) throw new AppError('workspace_archived')
  return workspace
}

const notFoundCode = 'workspace_not_found'

// Personal and archived workspaces also refuse their owner. The write checks this, because it knows the reason.
const adminRule = rule({ load: loadVisible, notFoundCode, may: (_actor, { rank }) => rank >= ranks.admin })

/** A workspace that the actor sees, or one in which they only see articles shared with them by name. */
export type ArticlesSubject = Pick<WorkspaceAccess, 'id' | 'visibility'> & { readonly isVisible: boolean }

/** People who see the workspace read its articles; those who do not, only the ones shared with them. */
export const viewArticlesRule = ({ findSharedWorkspace }: Pick<WorkspaceArticles, 'findSharedWorkspace'>) =>
  rule<ArticlesSubject>({
    notFoundCode,
    isForGuests: true,
    load: async (db, actor, id) => {
      const seen = await loadReadable(db, actor, id)
      if (seen !== null) return { ...seen, isVisible: true }
      const shared = actor === null ? null : await findSharedWorkspace(db, actor, id)
      return shared && { ...shared, isVisible: false }
    },
    may: () => true,
  })

export const workspacePolicy = {
  'workspace.view': rule({
    load: loadReadable,
    notFoundCode,
    isForGuests: true,
    may: (_actor, workspace) => maySee(workspace),
  }),
  // The list of people with access is visible to colleagues, not to the readers of a public workspace.
  'workspace.viewPeople': rule({
    load: loadReadable,
    notFoundCode,
    may: (actor, workspace) => isColleague(actor, workspace) && maySee(workspace),
  }),
  'workspace.favorite': rule({ load: loadReadable, notFoundCode, may: isColleague }),
  'workspace.reorder': rule({ load: loadVisible, notFoundCode, may: (_actor, { rank }) => rank >= ranks.editor }),
  'workspace.edit': adminRule,
  'workspace.manage': adminRule,
  'workspace.archive': adminRule,
  'workspace.delete': adminRule,
} as const satisfies Record<
  Exclude<Extract<Permission, `workspace.${string}`>, 'workspace.viewArticles'>,
  Rule<WorkspaceAccess>
>
