import { openDialog } from '../ui/dialog/dialogs.ts'

export const openCreateCompany = () =>
  void openDialog(() => import('./create/create-company-dialog.tsx').then((module) => module.CreateCompanyDialog), {})
