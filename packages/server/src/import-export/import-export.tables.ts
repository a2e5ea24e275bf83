import type {
  ExportFormat,
  RecordingChoice,
  ImportExportStatus,
} from '@knowreel/shared/import-export/import-export.rules.ts'
import type { ImportExportReport } from '@knowreel/shared/import-export/import-export.wire.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<Value> = ColumnType<Value, string | undefined, string>

export type ExportOptions = {
  readonly format: ExportFormat
  readonly recordings: RecordingChoice
  readonly isWithSubArticles: boolean
}
export type ImportOptions = { readonly isPublished: boolean }

/** A file of an import, with the name its person gave it; `key` is null until all its bytes have arrived. */
export type ImportSource = { readonly name: string; readonly size: number; readonly key: string | null }

type ImportExportJobsTable = {
  id: string
  company_id: string
  user_id: string
  kind: 'import' | 'export'
  workspace_id: string | null
  article_id: string | null
  title: string
  options: ColumnType<ExportOptions | ImportOptions, string, string>
  status: ImportExportStatus
  /** In percent. */
  progress: Generated<number>
  error: string | null
  sources: Json<readonly ImportSource[]>
  /** Number of pages already written. */
  cursor: Generated<number>
  report: ColumnType<ImportExportReport | null, string | undefined, string | null>
  result_key: string | null
  /** In bytes. */
  result_size: number | null
  created_at: Generated<Date>
  finished_at: Date | null
}

declare module '../platform/database/db.ts' {
  interface Tables {
    transfer_jobs: ImportExportJobsTable
  }
}
