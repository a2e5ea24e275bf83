import { openDialog } from '../ui/dialog/dialogs.ts'
import type { Exported } from './exported.ts'

type Target = { readonly id: string; readonly title: string; readonly isPersonal: boolean }

export const openExport = (exported: Exported) =>
  void openDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog), { exported })

export const openImport = (workspace: Target) =>
  void openDialog(() => import('./import-dialog.tsx').then((module) => module.ImportDialog), { workspace })
