import { openDialog } from '../../ui/dialog/dialogs.ts'

export function openShortcuts(): void {
  void openDialog(() => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog), {})
}
