/** Groups for tests and the demo company. */
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../platform/database/db.ts'

type GroupOverrides = {
  company: { id: string }
  title?: string
  members?: readonly { id: string }[]
  invitedEmails?: readonly string[]
  createdAt?: Date
}

export type BuiltGroup = { id: string; shortId: string; companyId: string; title: string }

export async function buildGroup(db: Db, overrides: GroupOverrides): Promise<BuiltGroup> {
  const group = {
    id: newId(),
    shortId: newShortId(),
    companyId: overrides.company.id,
    title: overrides.title ?? 'Field engineers',
  }
  await db
    .insertInto('groups')
    .values({
      id: group.id,
      short_id: group.shortId,
      company_id: group.companyId,
      title: group.title,
      created_at: overrides.createdAt ?? new Date(),
    })
    .execute()
  const { members = [], invitedEmails = [] } = overrides
  if (members.length > 0) {
    await db
      .insertInto('group_members')
      .values(members.map(({ id }) => ({ group_id: group.id, user_id: id })))
      .execute()
  }
  if (invitedEmails.length > 0) {
    await db
      .insertInto('group_invited_emails')
      .values(invitedEmails.map((email) => ({ group_id: group.id, email })))
      .execute()
  }
  return group
}
