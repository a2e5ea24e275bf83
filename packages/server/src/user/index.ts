export { accountRoutes } from './account.routes.ts'
export { createAuthenticate, type Authenticate } from './authenticate.ts'
export { deleteExpiredSessionsDaily } from './delete-expired-sessions.job.ts'
export { consumeOneUseToken, issueOneUseToken } from './one-use-token.ts'
export { createSecondFactor, type SecondFactor } from './second-factor.ts'
export { deleteSession, findMember, listActors } from './session.queries.ts'
export { sendEmailConfirmation } from './send-email-confirmation.job.ts'
export { sendPasswordReset } from './send-password-reset.job.ts'
export { sessionRoutes } from './session.routes.ts'
export { startSession, type Requester } from './start-session.ts'
export { handOverSession, openSessionBeside, switchSession } from './switch-session.ts'
export { createSocialProviders } from './social/social-provider.ts'
export { registerSocialSignIn } from './social/social-sign-in.ts'
export { twoFactorRoutes } from './two-factor.routes.ts'
export type { MeView } from './user.queries.ts'
export { userRoutes } from './user.routes.ts'
export {
  endSessionsInCompany,
  findAccountOf,
  getAccount,
  insertAccount,
  markLeftCompany,
  type Account,
} from './colleague.queries.ts'
export { createAttemptLimit } from './attempt-limit.ts'
export { hashPassword, isPasswordOf } from './password.ts'
export { hashSessionToken, newSessionToken } from './session-token.ts'
export { readMeOfSession } from './read-me-of-session.ts'
export { lockPasswordHash, markLoggedIn } from './user.queries.ts'
