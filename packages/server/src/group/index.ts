export { finderRoutes, groupRoutes } from './group.routes.ts'
export { findGroupAccess, lockInvitation, lockMemberId } from './group.queries.ts'
export { joinInvitedGroups, leaveGroups, leaveInvitedGroups } from './member-groups.queries.ts'
