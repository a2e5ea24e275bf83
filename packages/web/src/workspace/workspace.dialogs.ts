import { openDialog } from '../ui/dialog/dialogs.ts'

export const openCreateWorkspace = () =>
  void openDialog(
    () => import('./create/create-workspace-dialog.tsx').then((module) => module.CreateWorkspaceDialog),
    {},
  )

/** For invitations without an email. The server returns the links only once. */
export const openInvitationLinks = (addresses: readonly { email: string; address: string }[]) =>
  void openDialog(() => import('./edit/invitation-links-dialog.tsx').then((module) => module.InvitationLinksDialog), {
    invitations: addresses,
  })
