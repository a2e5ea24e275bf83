import { openDialog } from '../ui/dialogs.ts'

type Target = { readonly id: string; readonly title: string; readonly isPersonal: boolean }

export function openImport(workspace: Target): void {
  void openDialog(() => import('./import-dialog.tsx').then((module) => module.ImportDialog), { workspace })
}
