import { openDialog } from '../dialog/dialogs.ts'

export const openShortcuts = (): void =>
  void openDialog(() => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog), {})
