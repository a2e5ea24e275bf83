import { openDialog } from '../ui/dialog/dialogs.ts'
import type { OneTimeLinkOptions } from './dialog-options.ts'

/** Shows a link that is available only once. */
export function openOneTimeLink(options: OneTimeLinkOptions): void {
  void openDialog(() => import('./one-time-link-dialog.tsx').then((module) => module.OneTimeLinkDialog), options)
}
