import { openDialog } from '../ui/dialogs.ts'

/** Where no mail of invitation left, whoever invites passes its address on; it is told this once. */
export function openInvitationAddresses(addresses: readonly { email: string; address: string }[]): void {
  void openDialog(
    () => import('./invitation-addresses-dialog.tsx').then((module) => module.InvitationAddressesDialog),
    { addresses },
  )
}
