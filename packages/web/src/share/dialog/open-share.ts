import { openDialog } from '../../ui/dialogs.ts'
import type { ShareOptions } from './share-options.ts'

/** With whom an article is shared, and by which links. */
export function openShare(options: ShareOptions): void {
  void openDialog(() => import('./share-dialog.tsx').then((module) => module.ShareDialog), options)
}
