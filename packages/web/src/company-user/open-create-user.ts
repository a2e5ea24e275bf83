import { openDialog } from '../ui/dialog/dialogs.ts'

export function openCreateUser(): void {
  void openDialog(() => import('./create-user-dialog.tsx').then((module) => module.CreateUserDialog), {})
}
