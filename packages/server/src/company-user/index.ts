export type { CompanyUserParts } from './company-user.parts.ts'
export { companyUserRoutes } from './company-user.routes.ts'
export { invitationRoutes } from './invitation/invitation.routes.ts'
export { inviteByAddress } from './invitation/invite-person.ts'
