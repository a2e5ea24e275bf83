import { openDialog } from '../ui/dialog/dialogs.ts'
import type { ExportSubject } from './export-subject.ts'

type ImportTarget = { readonly id: string; readonly title: string; readonly isPersonal: boolean }

export const openExport = (exported: ExportSubject) =>
  void openDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog), { subject: exported })

export const openImport = (workspace: ImportTarget) =>
  void openDialog(() => import('./import-dialog.tsx').then((module) => module.ImportDialog), { workspace })
