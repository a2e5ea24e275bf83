export { operationRoutes } from './health.routes.ts'
