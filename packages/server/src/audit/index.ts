export { prepareAuditEntry } from './audit-call.ts'
export { findAuditSubject, insertAuditEntry, insertFailedSignIn } from './audit.queries.ts'
export { auditRoutes } from './audit.routes.ts'
export { sweepAuditLog } from './sweep-audit-log.job.ts'
