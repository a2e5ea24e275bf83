export { createAuthenticate, type Authenticate } from './authenticate.ts'
export { deleteExpiredSessionsDaily } from './delete-expired-sessions.job.ts'
export { startSession } from './start-session.ts'
export { userRoutes } from './user.routes.ts'
