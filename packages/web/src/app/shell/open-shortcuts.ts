import { openDialog } from '../../ui/dialogs.ts'

export function openShortcuts(): void {
  void openDialog(() => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog), {})
}
