import { exportRetentionHours } from '@knowreel/shared/import-export/import-export.rules.ts'
import type { ImportExportJob } from '@knowreel/shared/import-export/import-export.wire.ts'
import { isImportExportErrorCode, importExportErrors } from '@knowreel/shared/import-export/import-export-notes.ts'
import { fileReader, type Member, type SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { listArticleWorkspaces } from '../workspace/index.ts'
import { archiveName } from './export/file-names.ts'
import type { ImportExportJobRow } from './import-export.queries.ts'

type ViewContext = { readonly db: Db; readonly member: Member; readonly signAddress: SignAddress }

/** The workspace is named only if the person still sees it. */
export async function toJobViews(
  { db, member, signAddress }: ViewContext,
  rows: readonly ImportExportJobRow[],
): Promise<ImportExportJob[]> {
  const ids = new Set(rows.flatMap(({ workspace_id: id }) => (id === null ? [] : [id])))
  const workspaces = await listArticleWorkspaces(db, member, [...ids])
  return rows.map((row) => {
    const workspace = workspaces.get(row.workspace_id ?? '') ?? null
    return {
      id: row.id,
      kind: row.kind,
      status: row.status,
      progress: row.progress,
      title: row.title,
      workspace: workspace && {
        id: workspace.id,
        shortId: workspace.shortId,
        slug: workspace.slug,
        title: workspace.title,
      },
      format: row.kind === 'export' ? row.options.format : null,
      isPublished: row.kind === 'import' ? row.options.isPublished : null,
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      error: row.error === null ? null : importExportErrors[isImportExportErrorCode(row.error) ? row.error : 'failed'],
      result: resultOf(row, member, signAddress),
      report: row.report,
    }
  })
}

function resultOf(row: ImportExportJobRow, member: Member, signAddress: SignAddress): ImportExportJob['result'] {
  const { result_key: key, result_size: size, finished_at: finishedAt } = row
  if (key === null || size === null || finishedAt === null || row.kind !== 'export') return null
  const name = archiveName(row.title, row.options.format)
  return {
    url: signAddress(key, fileReader(member, 'session'), { fileName: name, isDownload: true }),
    name,
    size,
    keptUntil: new Date(finishedAt.getTime() + exportRetentionHours * 3_600_000).toISOString(),
  }
}
