export { isApiKeyToken } from './api-key/api-key-token.ts'
export { accountRoutes } from './sign-in/account.routes.ts'
export { createAuthenticateCaller, listCallers } from './api-key/authenticate-caller.ts'
export { apiKeyRoutes } from './api-key/api-key.routes.ts'
export { createAuthenticate, type Authenticate } from './session/authenticate.ts'
export { deleteExpiredSessionsJob } from './session/delete-expired-sessions.job.ts'
export { consumeOneUseToken, issueOneUseToken } from './sign-in/one-use-token.ts'
export { createSecondFactor, type SecondFactor } from './second-factor/second-factor.ts'
export { deleteSession, findMember, listActors } from './session/session.queries.ts'
export { sendEmailConfirmation } from './email/send-email-confirmation.job.ts'
export { sendPasswordReset } from './sign-in/send-password-reset.job.ts'
export { issueOperatorToken } from './session/operator-session.ts'
export { deviceName, sessionRoutes } from './session/session.routes.ts'
export { startSession, type Requester } from './session/start-session.ts'
export { handOverSession, openSecondSession, switchSession } from './session/switch-session.ts'
export { createSocialProviders, type SocialProviders } from './social/social-provider.ts'
export { registerSocialSignIn } from './social/social-sign-in.ts'
export { twoFactorRoutes } from './second-factor/two-factor.routes.ts'
export type { MeView } from './user.queries.ts'
export { userRoutes } from './user.routes.ts'
export {
  endSessionsInCompany,
  findAccountByEmail,
  getAccount,
  insertAccount,
  markLeftCompany,
  type Account,
} from './account.queries.ts'
export { hashPassword, verifyPassword } from './sign-in/password.ts'
export { hashSessionToken, newSessionToken } from './session/session-token.ts'
export { readMeOfSession } from './session/read-me-of-session.ts'
export { lockPasswordHash, markLoggedIn } from './user.queries.ts'
