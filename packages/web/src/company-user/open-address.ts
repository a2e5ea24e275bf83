import { openDialog } from '../ui/dialogs.ts'
import type { AddressOptions } from './dialog-options.ts'

/** An address that is told this once. */
export function openAddress(options: AddressOptions): void {
  void openDialog(() => import('./address-dialog.tsx').then((module) => module.AddressDialog), options)
}
