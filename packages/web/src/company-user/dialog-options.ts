import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'

export type NewcomerRole = Exclude<CompanyRole, 'owner'>

export type NewcomerOptions = {
  /** Copied from the other dialog. */
  initial?: { firstName: string; lastName: string; email: string; role: NewcomerRole }
}

export type OneTimeLinkOptions = {
  title: string
  /** Explains whom to send the link to, and what it does. */
  text: string
  url: string
}
