export type { CompanyUserParts } from './company-user.parts.ts'
export { companyUserRoutes } from './company-user.routes.ts'
export { invitationRoutes } from './invitation.routes.ts'
export { inviteByAddress } from './invite-by-address.ts'
