import { openDialog } from '../ui/dialog/dialogs.ts'
import type { NewcomerOptions } from './dialog-options.ts'

export function openInviteUser(options: NewcomerOptions = {}): void {
  void openDialog(() => import('./invite/invite-user-dialog.tsx').then((module) => module.InviteUserDialog), options)
}
