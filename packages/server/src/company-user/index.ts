export type { CompanyUserDependencies } from './company-user.dependencies.ts'
export { companyUserRoutes } from './company-user.routes.ts'
export { invitationRoutes } from './invitation/invitation.routes.ts'
export { createInviteByEmail } from './invitation/invite-person.ts'
