import { auditCalls, type AuditEntry } from '@knowreel/shared/audit/audit.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { installationPolicy, serve, type Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { toCsv } from './audit-csv.ts'
import { auditPolicy } from './audit.policy.ts'
import { listAuditEntries, type AuditFilter, type AuditRow } from './audit.queries.ts'

const maxCsvRows = 20_000

type Dependencies = {
  readonly db: Db
  /** 'Firefox on Windows'. */
  readonly deviceName: (userAgent: string | null) => string
}

export const auditRoutes = ({ db, deviceName }: Dependencies) => {
  const toEntry = (row: AuditRow): AuditEntry => ({
    id: row.id,
    occurredAt: row.occurred_at.toISOString(),
    action: row.action,
    company: named(row.company_id, row.company_title, 'title'),
    user: named(row.user_id, row.user_name, 'name'),
    operator: named(row.operator_id, row.operator_name, 'name'),
    subject:
      row.subject_kind === null
        ? null
        : { kind: row.subject_kind, id: row.subject_id ?? '', title: row.subject_title ?? '' },
    before: row.before,
    details: row.details,
    address: row.address,
    device: row.device === null ? null : deviceName(row.device),
  })

  const readPage = async (filter: AuditFilter, limit: number) => {
    const rows = await listAuditEntries(db, filter, limit + 1)
    const entries = rows.slice(0, limit).map(toEntry)
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
  }
  const readCsv = async (filter: AuditFilter) => {
    const { entries, next } = await readPage(filter, maxCsvRows)
    return { csv: toCsv(entries), isTruncated: next !== null }
  }
  const own = (actor: Actor | null) => {
    if (actor?.company == null) throw new AppError('no_company')
    return { companyId: actor.company.id }
  }

  return serve(
    auditCalls,
    { ...auditPolicy, ...installationPolicy },
    {
      list: ({ actor, query: { limit, ...filter } }) => readPage({ ...filter, ...own(actor) }, limit),
      csv: ({ actor, query }) => readCsv({ ...query, ...own(actor) }),
      listAll: ({ query: { limit, companyId = null, ...filter } }) => readPage({ ...filter, companyId }, limit),
      csvOfAll: ({ query: { companyId = null, ...filter } }) => readCsv({ ...filter, companyId }),
    },
  )
}

function named<Field extends 'name' | 'title'>(id: string | null, text: string | null, field: Field) {
  if (id === null) return null
  return { id, [field]: text ?? '' } as { id: string } & Record<Field, string>
}
