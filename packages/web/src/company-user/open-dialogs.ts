import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { openDialog } from '../ui/dialogs.ts'

export type NewcomerRole = Exclude<CompanyRole, 'owner'>

export type NewcomerOptions = {
  /** What the signed-in person may give. */
  roles: readonly NewcomerRole[]
  /** Taken over from the other dialog. */
  initial?: { firstName: string; lastName: string; email: string; role: NewcomerRole }
}

export const openCreateUser = (options: NewcomerOptions): void =>
  void openDialog(() => import('./create-user-dialog.tsx').then((module) => module.CreateUserDialog), options)

export const openInviteUser = (options: NewcomerOptions): void =>
  void openDialog(() => import('./invite-user-dialog.tsx').then((module) => module.InviteUserDialog), options)

export type AddressOptions = {
  title: string
  /** Whom to pass the address on to, and what it does. */
  text: string
  address: string
}

/** An address that is told this once. */
export const openAddress = (options: AddressOptions): void =>
  void openDialog(() => import('./address-dialog.tsx').then((module) => module.AddressDialog), options)
