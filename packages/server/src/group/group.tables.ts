import type { Generated } from 'kysely'

export type GroupsTable = {
  id: string
  short_id: string
  company_id: string
  title: string
  created_at: Generated<Date>
}

export type GroupMembersTable = {
  group_id: string
  user_id: string
  created_at: Generated<Date>
}

/** Addresses that become members of the group when their person joins the company. */
export type GroupInvitedEmailsTable = {
  group_id: string
  email: string
  created_at: Generated<Date>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    groups: GroupsTable
    group_members: GroupMembersTable
    group_invited_emails: GroupInvitedEmailsTable
  }
}
