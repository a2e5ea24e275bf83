import { whenIdle } from '../../platform/when-idle.ts'
import { openDialog } from '../../ui/dialogs.ts'
import type { ShareOptions } from './share-options.ts'

const loadDialog = () => import('./share-dialog.tsx').then((module) => module.ShareDialog)

/** With whom an article is shared, and by which links. */
export function openShare(options: ShareOptions): void {
  void openDialog(loadDialog, options)
}

/** What does not arrive is asked for again when the dialog is opened. */
export const prepareShare = (): void =>
  void whenIdle()
    .then(loadDialog)
    .catch(() => undefined)
