import { openDialog } from '../../ui/dialogs.ts'
import type { ExportedArticle } from './exported-article.ts'

export function openExportPdf(exported: ExportedArticle): void {
  void openDialog(() => import('./export-pdf-dialog.tsx').then((module) => module.ExportPdfDialog), exported)
}
