export {
  moveOrphansToTop,
  mergeOrders,
  moveBetweenOrders,
  insertArticleFirst,
  insertArticleAfter,
  insertArticleLast,
  putBackInOrder,
  removeFromOrder,
} from './order/change-order.ts'
export { findEditableWorkspace } from './access/editable-workspaces.queries.ts'
export { createCompanyWorkspaces, createPersonalWorkspace } from './create-workspace.ts'
export { purgeDeletedWorkspaces } from './purge-deleted-workspaces.job.ts'
export {
  accessRank,
  accessRankOf,
  isInKeyWorkspaces,
  hasRank,
  hasRankOf,
  keyWorkspaces,
  memberColumns,
  maySee,
  memberIdentity,
  ranks,
  workspaceAbilities,
  type AccessRank,
  type MemberColumns,
  type MemberIdentity,
} from './access/workspace-access.ts'
export { createReadWorkspace, type ReadWorkspace } from './read-workspace.ts'
export { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from './load-for-write.ts'
export type { WorkspaceArticles, WorkspaceTree } from './workspace-articles.ts'
export { displayedTitle, toArticleWorkspace, workspaceSlug } from './workspace.mapping.ts'
export { listArticleWorkspaces, listNamedWorkspaces, workspaceTitle } from './access/workspace-names.queries.ts'
export { readWorkspaceAudience } from './access/workspace-audience.queries.ts'
export { findWorkspaceAccess, type WorkspaceAccess } from './access/workspace-access.queries.ts'
export {
  findOrder,
  listOrders,
  lockWorkspaces,
  setLastActivity as touchWorkspaceActivity,
  type LockedWorkspace,
  type SlackColumn,
} from './workspace.queries.ts'
export { workspacePolicy } from './workspace.policy.ts'
export { workspaceRoutes } from './workspace.routes.ts'
export { workspaceRoleRoutes } from './role/workspace-role.routes.ts'
export { deleteInvitedRoles, joinInvitedWorkspaces, leaveWorkspaces } from './access/member-workspaces.queries.ts'
