export { prepareAuditEntry } from './audit-call.ts'
export { findAuditSubject, insertAuditEntry } from './audit.queries.ts'
export { auditRoutes } from './audit.routes.ts'
export { sweepAuditLog } from './sweep-audit-log.job.ts'
