import { openDialog } from '../ui/dialogs.ts'

export type CreateArticleOptions = {
  /** Preselected workspace. */
  workspaceId?: string
  /** The text article to put it under. */
  parentId?: string
}

export function openCreateArticle(options: CreateArticleOptions = {}): void {
  void openDialog(() => import('./create-article-dialog.tsx').then((module) => module.CreateArticleDialog), options)
}
