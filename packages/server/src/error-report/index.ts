export { describeServerError } from './describe-error.ts'
export { errorReportRoutes } from './error-report.routes.ts'
export { createErrorReporter, type ErrorReporter } from './error-reporter.ts'
