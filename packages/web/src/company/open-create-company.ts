import { openDialog } from '../ui/dialogs.ts'

export function openCreateCompany(): void {
  void openDialog(() => import('./create-company-dialog.tsx').then((module) => module.CreateCompanyDialog), {})
}
