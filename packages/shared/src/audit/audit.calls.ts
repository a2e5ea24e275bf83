import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { anyId, isoTime } from '../catalogue/wire.ts'
import { auditActions } from './audit-actions.ts'

export const auditEntry = z.object({
  id: z.string(),
  occurredAt: isoTime,
  action: z.enum(auditActions),
  company: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Null for the installation itself. Names are those of that moment. */
  user: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The operator who was logged in as the user. */
  operator: z.object({ id: z.string(), name: z.string() }).nullable(),
  subject: z.object({ kind: z.string(), id: z.string(), title: z.string() }).nullable(),
  /** The values before the change, as far as the entry keeps them. */
  before: z.record(z.string(), z.unknown()),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  device: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const day = z.iso.date().optional()

export const auditFilter = {
  /** In the names of people, subjects and companies. */
  q: z.string().max(200).optional(),
  action: z.enum(auditActions).optional(),
  userId: anyId.optional(),
  /** First and last day, UTC. */
  from: day,
  to: day,
}
const paging = {
  /** The id of the last entry of the page before. */
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
}

const page = z.object({
  entries: z.array(auditEntry),
  /** Null on the last page. */
  next: z.string().nullable(),
})

const csv = z.object({
  csv: z.string(),
  /** The newest 20,000 entries; more are found by another range of days. */
  isTruncated: z.boolean(),
})

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/company/audit-log',
    summary: 'The audit log of the current company, newest first',
    allow: may('audit.view', 'company'),
    key: companyWide('admin'),
    query: z.strictObject({ ...auditFilter, ...paging }),
    response: page,
  }),
  csv: call({
    method: 'GET',
    path: '/company/audit-log/csv',
    summary: 'The same as comma-separated values',
    allow: may('audit.view', 'company'),
    key: companyWide('admin'),
    query: z.strictObject(auditFilter),
    response: csv,
    refusesOperators: true,
    audit: { action: 'audit_log_exported', subject: { kind: 'company', at: 'company' } },
    rateLimit: { max: 20, windowMs: 60_000 },
  }),
  listAll: call({
    method: 'GET',
    path: '/admin/audit-log',
    summary: 'The audit log of the installation, newest first',
    allow: may('installation.manage', 'installation'),
    query: z.strictObject({ ...auditFilter, ...paging, companyId: anyId.optional() }),
    response: page,
  }),
  csvOfAll: call({
    method: 'GET',
    path: '/admin/audit-log/csv',
    summary: 'The same as comma-separated values',
    allow: may('installation.manage', 'installation'),
    query: z.strictObject({ ...auditFilter, companyId: anyId.optional() }),
    response: csv,
    audit: { action: 'audit_log_exported' },
    rateLimit: { max: 20, windowMs: 60_000 },
  }),
}
