export { createAuthenticate, type Authenticate } from './authenticate.ts'
export { startSession } from './start-session.ts'
export { userRoutes } from './user.routes.ts'
