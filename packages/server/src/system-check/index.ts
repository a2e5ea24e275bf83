export { installationChecks } from './installation-checks.ts'
export { createRedactor } from './redact.ts'
export { runChecks } from './run-checks.ts'
export { systemCheckRoutes } from './system-check.routes.ts'
