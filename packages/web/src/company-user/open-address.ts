import { openDialog } from '../ui/dialog/dialogs.ts'
import type { AddressOptions } from './dialog-options.ts'

/** Shows a link that is available only once. */
export function openAddress(options: AddressOptions): void {
  void openDialog(() => import('./address-dialog.tsx').then((module) => module.AddressDialog), options)
}
