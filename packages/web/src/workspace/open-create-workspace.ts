import { openDialog } from '../ui/dialogs.ts'

export function openCreateWorkspace(): void {
  void openDialog(() => import('./create-workspace-dialog.tsx').then((module) => module.CreateWorkspaceDialog), {})
}
