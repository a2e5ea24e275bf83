import { whenIdle } from '../platform/when-idle.ts'
import { openDialog } from '../ui/dialog/dialogs.ts'
import type { ShareOptions } from './dialog/share-options.ts'

const loadDialog = () => import('./dialog/share-dialog.tsx').then((module) => module.ShareDialog)

/** The people an article is shared with, and its links. */
export function openShare(options: ShareOptions): void {
  void openDialog(loadDialog, options)
}

/** A failed load is retried when the dialog is opened. */
export const prepareShare = (): void =>
  void whenIdle()
    .then(loadDialog)
    .catch(() => undefined)
