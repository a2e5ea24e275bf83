import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { PersonRow } from '../person/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

export type GroupAccess = { readonly id: string; readonly shortId: string; readonly companyId: string }

/** A group of this company by uuid or short id; null otherwise, also for groups of other companies. */
export async function findGroupAccess(db: Db, companyId: string, anyId: string): Promise<GroupAccess | null> {
  const column = isUuid(anyId) ? 'g.id' : isShortId(anyId) ? 'g.short_id' : null
  if (column === null) return null
  const row = await db
    .selectFrom('groups as g')
    .where(column, '=', anyId)
    .where('g.company_id', '=', companyId)
    .select(['g.id', 'g.short_id as shortId', 'g.company_id as companyId'])
    .executeTakeFirst()
  return row ?? null
}

export type GroupRow = {
  id: string
  shortId: string
  companyId: string
  title: string
  createdAt: Date
  userIds: string[]
  invitedEmails: string[]
  /** The first people by name. */
  people: PersonRow[]
}

/** The number of faces in a stack of avatars. */
const maxFaces = 5
/** Limit of members and addresses returned with a group. */
const maxMembers = 1000

/** A group membership counts only while its person belongs to the company. */
const membersOfGroup = sql`
  from group_members gm
  join company_members m on m.user_id = gm.user_id and m.company_id = g.company_id
  join users p on p.id = gm.user_id
  where gm.group_id = g.id
`
const byName = sql`order by lower(p.first_name), lower(p.last_name), p.id`
const personJson = sql`json_build_object(
  'id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email, 'profileImage', p.profile_image,
  'jobTitle', p.job_title, 'isDeactivated', m.status = 'deactivated'
)`

const selectGroups = (db: Db, companyId: string) =>
  db
    .selectFrom('groups as g')
    .where('g.company_id', '=', companyId)
    .select(['g.id', 'g.short_id as shortId', 'g.company_id as companyId', 'g.title', 'g.created_at as createdAt'])
    .select([
      sql<string[]>`array(select gm.user_id::text ${membersOfGroup} ${byName} limit ${maxMembers})`.as('userIds'),
      sql<string[]>`array(
        select i.email::text from group_invited_emails i where i.group_id = g.id order by i.email limit ${maxMembers}
      )`.as('invitedEmails'),
      sql<PersonRow[]>`(
        select coalesce(json_agg(listed.person), '[]')
        from (select ${personJson} as person ${membersOfGroup} ${byName} limit ${maxFaces}) listed
      )`.as('people'),
    ])

export const listGroupRows = (db: Db, companyId: string, limit: number): Promise<GroupRow[]> =>
  selectGroups(db, companyId).orderBy('g.created_at', 'desc').orderBy('g.id', 'desc').limit(limit).execute()

export const getGroupRow = (db: Db, { id, companyId }: Pick<GroupAccess, 'id' | 'companyId'>): Promise<GroupRow> =>
  selectGroups(db, companyId).where('g.id', '=', id).executeTakeFirstOrThrow()

export async function listGroupPeople(db: Db, groupId: string, limit: number): Promise<PersonRow[]> {
  const rows = await db
    .selectFrom('groups as g')
    .innerJoin('group_members as gm', 'gm.group_id', 'g.id')
    .innerJoin('company_members as m', (join) =>
      join.onRef('m.user_id', '=', 'gm.user_id').onRef('m.company_id', '=', 'g.company_id'),
    )
    .innerJoin('users as p', 'p.id', 'gm.user_id')
    .where('g.id', '=', groupId)
    .select(sql<PersonRow>`${personJson}`.as('person'))
    .orderBy(sql`lower(p.first_name), lower(p.last_name), p.id`)
    .limit(limit)
    .execute()
  return rows.map(({ person }) => person)
}

export async function listInvitedEmails(
  db: Db,
  groupId: string,
  limit: number,
): Promise<{ email: string; createdAt: Date }[]> {
  return db
    .selectFrom('group_invited_emails')
    .where('group_id', '=', groupId)
    .select(['email', 'created_at as createdAt'])
    .orderBy('email')
    .limit(limit)
    .execute()
}

/** Locks the group until the transaction ends; false if it was deleted in the meantime. */
export async function lockGroup(trx: Trx, id: string): Promise<boolean> {
  const row = await trx.selectFrom('groups').where('id', '=', id).select('id').forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

export async function insertGroup(
  db: Db,
  group: { id: string; shortId: string; companyId: string; title: string },
): Promise<void> {
  await db
    .insertInto('groups')
    .values({ id: group.id, short_id: group.shortId, company_id: group.companyId, title: group.title })
    .execute()
}

export async function updateGroupTitle(db: Db, id: string, title: string): Promise<void> {
  await db.updateTable('groups').set({ title }).where('id', '=', id).execute()
}

/** Its members, addresses and roles are deleted with it. */
export async function deleteGroupRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', id).execute()
}

/**
 * The member, of any status, that an email address or id means in a company. The membership is locked until the
 * transaction ends, so that nothing is given to someone who is being removed.
 */
export async function lockMemberId(
  trx: Trx,
  companyId: string,
  by: { userId: string } | { email: string },
): Promise<string | null> {
  if ('userId' in by && !isUuid(by.userId)) return null
  const row = await trx
    .selectFrom('company_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', companyId)
    .$call((query) => ('userId' in by ? query.where('u.id', '=', by.userId) : query.where('u.email', '=', by.email)))
    .select('u.id')
    .forKeyShare('m')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether the address has an invitation to the company, which stays locked until the transaction ends. */
export async function lockInvitation(trx: Trx, companyId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from invitations where company_id = ${companyId} and email = ${email} for key share
  `.execute(trx)
  return rows.length > 0
}

/** Whether membership in this group gives access to workspaces or articles. */
export async function grantsAccess(db: Db, groupId: string): Promise<boolean> {
  const { rows } = await sql<{ opens: boolean }>`
    select exists (select from workspace_group_roles where group_id = ${groupId})
      or exists (select from article_shares where group_id = ${groupId}) as opens
  `.execute(db)
  return rows[0]?.opens ?? false
}

/** False if the person is already in the group. */
export async function insertGroupMember(db: Db, groupId: string, userId: string): Promise<boolean> {
  const result = await db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** False if the address is already in the group. */
export async function insertInvitedEmail(db: Db, groupId: string, email: string): Promise<boolean> {
  const result = await db
    .insertInto('group_invited_emails')
    .values({ group_id: groupId, email })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** False if the person was not in the group. */
export async function deleteGroupMember(db: Db, groupId: string, userId: string): Promise<boolean> {
  if (!isUuid(userId)) return false
  const result = await db
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** False if the address was not in the group. */
export async function deleteInvitedEmail(db: Db, groupId: string, email: string): Promise<boolean> {
  const result = await db
    .deleteFrom('group_invited_emails')
    .where('group_id', '=', groupId)
    .where('email', '=', email)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
