import { whenIdle } from '../platform/when-idle.ts'
import { openDialog } from '../ui/dialog/dialogs.ts'
import type { ShareOptions } from './dialog/share-options.ts'

const loadShareDialog = () => import('./dialog/share-dialog.tsx').then((module) => module.ShareDialog)

/** The people an article is shared with, and its links. */
export function openShare(options: ShareOptions): void {
  void openDialog(loadShareDialog, options)
}

/** A failed load is retried when the dialog is opened. */
export const preloadShareDialog = (): void =>
  void whenIdle()
    .then(loadShareDialog)
    .catch(() => undefined)
