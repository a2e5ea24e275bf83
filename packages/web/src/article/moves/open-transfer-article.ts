import { openDialog } from '../../ui/dialogs.ts'
import type { MovedArticle } from './moved-article.ts'

/** `openId`: the article on the screen; another one is shown when it goes. */
export function openTransferArticle(options: MovedArticle & { openId: string | null }): void {
  void openDialog(() => import('./transfer-dialog.tsx').then((module) => module.TransferDialog), options)
}
