import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'

export type NewcomerRole = Exclude<CompanyRole, 'owner'>

export type NewcomerOptions = {
  /** What the signed-in person may give. */
  roles: readonly NewcomerRole[]
  /** Taken over from the other dialog. */
  initial?: { firstName: string; lastName: string; email: string; role: NewcomerRole }
}

export type AddressOptions = {
  title: string
  /** Whom to pass the address on to, and what it does. */
  text: string
  address: string
}
