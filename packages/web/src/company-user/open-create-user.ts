import { openDialog } from '../ui/dialogs.ts'
import type { NewcomerOptions } from './dialog-options.ts'

export function openCreateUser(options: NewcomerOptions): void {
  void openDialog(() => import('./create-user-dialog.tsx').then((module) => module.CreateUserDialog), options)
}
