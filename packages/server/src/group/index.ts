export { finderRoutes, groupRoutes } from './group.routes.ts'
export { findGroupStanding, findMemberId, isInvited } from './group.queries.ts'
export { joinInvitedGroups, leaveGroups, leaveInvitedGroups } from './member-groups.queries.ts'
