import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { Generated } from 'kysely'

export type InvitationsTable = {
  id: string
  company_id: string
  email: string
  first_name: string
  last_name: string
  role: Exclude<CompanyRole, 'owner'>
  token_hash: Buffer
  invited_by: string | null
  /** The token was only ever sent by email to this address, so using it proves access to the mailbox. */
  proves_email: Generated<boolean>
  /** The id of its email; null if none was sent. */
  mail_id: string | null
  is_mail_refused: Generated<boolean>
  created_at: Generated<Date>
  expires_at: Date
}

/** One row per invitation sent, for the hourly limit. */
export type InvitationSendsTable = {
  company_id: string
  sent_at: Generated<Date>
}

declare module '../../platform/database/db.ts' {
  interface Tables {
    invitations: InvitationsTable
    invitation_sends: InvitationSendsTable
  }
}
