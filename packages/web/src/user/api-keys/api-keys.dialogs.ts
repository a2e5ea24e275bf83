import { openDialog } from '../../ui/dialog/dialogs.ts'
import type { CreatedKey } from './create-key-dialog.tsx'

export const openCreateKey = (onCreated: (created: CreatedKey) => void) =>
  void openDialog(() => import('./create-key-dialog.tsx').then((module) => module.CreateKeyDialog), { onCreated })
