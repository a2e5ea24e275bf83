import { openDialog } from '../ui/dialog/dialogs.ts'
import type { CreateArticleOptions } from './create/create-article-options.ts'
import type { MovedArticle } from './moves/moved-article.ts'
import type { ExportedArticle } from './pdf/exported-article.ts'

export const openCreateArticle = (options: CreateArticleOptions = {}) =>
  void openDialog(
    () => import('./create/create-article-dialog.tsx').then((module) => module.CreateArticleDialog),
    options,
  )

export const openMergeArticle = (options: MovedArticle) =>
  void openDialog(() => import('./moves/merge-dialog.tsx').then((module) => module.MergeDialog), options)

/** `openArticleId`: the article on the screen; the page shows another one if it moves away. */
export const openTransferArticle = (options: MovedArticle & { openId: string | null }) =>
  void openDialog(() => import('./moves/transfer-dialog.tsx').then((module) => module.TransferDialog), options)

export const openExportPdf = (exported: ExportedArticle) =>
  void openDialog(() => import('./pdf/export-pdf-dialog.tsx').then((module) => module.ExportPdfDialog), exported)
