import { openDialog } from '../../ui/dialogs.ts'
import type { MovedArticle } from './moved-article.ts'

export function openMergeArticle(options: MovedArticle): void {
  void openDialog(() => import('./merge-dialog.tsx').then((module) => module.MergeDialog), options)
}
