import { openDialog } from '../ui/dialogs.ts'
import type { Exported } from './exported.ts'

export function openExport(exported: Exported): void {
  void openDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog), { exported })
}
