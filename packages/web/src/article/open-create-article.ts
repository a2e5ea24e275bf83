import { openDialog } from '../ui/dialogs.ts'
import type { CreateArticleOptions } from './create-article-options.ts'

export function openCreateArticle(options: CreateArticleOptions = {}): void {
  void openDialog(() => import('./create-article-dialog.tsx').then((module) => module.CreateArticleDialog), options)
}
