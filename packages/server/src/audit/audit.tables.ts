import type { AuditAction } from '@knowreel/shared/audit/audit-actions.ts'
import type { ColumnType, GeneratedAlways, Generated } from 'kysely'

type Details = Readonly<Record<string, unknown>>

export type AuditEntriesTable = {
  id: string
  occurred_at: Generated<Date>
  action: AuditAction
  company_id: string | null
  company_title: string | null
  user_id: string | null
  user_name: string | null
  operator_id: string | null
  operator_name: string | null
  subject_kind: string | null
  subject_id: string | null
  subject_title: string | null
  before: ColumnType<Details, Details | undefined, never>
  details: ColumnType<Details, Details | undefined, never>
  address: string | null
  device: string | null
  searched: GeneratedAlways<string>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    audit_entries: AuditEntriesTable
  }
}
