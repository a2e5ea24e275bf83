/** Finds whom a person can add: people, groups and invited addresses of one company. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/database/db.ts'

export type FinderRow = {
  type: 'user' | 'group' | 'invited'
  id: string
  name: string
  email: string | null
  profileImage: string | null
  members: number | null
}

const maxResults = 20

/** Normalized for comparison: without case, accents and whitespace. */
const normalized = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(lower(unaccent(${value})), '\\s', '', 'g')`

const membersCount = sql`(
  select count(*)::int from group_members gm
  join company_members m on m.user_id = gm.user_id and m.company_id = g.company_id
  where gm.group_id = g.id
)`

/**
 * Names and addresses that contain the text, those that start with it first. Only active people: others cannot receive
 * access. At most 20.
 */
export async function searchFinder(
  db: Db,
  companyId: string,
  text: string,
  { withInvited }: { withInvited: boolean },
): Promise<FinderRow[]> {
  const invited = withInvited
    ? sql`union all
      select 'invited', i.id, concat_ws(' ', i.first_name, i.last_name), i.email::text, null, null,
        ${normalized(sql`concat(i.first_name, i.last_name, ' ', i.last_name, i.first_name)`)},
        ${normalized(sql`i.email::text`)}
      from invitations i where i.company_id = ${companyId}::uuid`
    : sql``
  const { rows } = await sql<FinderRow>`
    with wanted as (select ${normalized(sql`${text}::text`)} as text),
    known (type, id, name, email, "profileImage", members, words, address) as (
      select 'user', u.id, concat_ws(' ', u.first_name, u.last_name), u.email::text, u.profile_image, null::int,
        ${normalized(sql`concat(u.first_name, u.last_name, ' ', u.last_name, u.first_name)`)},
        ${normalized(sql`u.email::text`)}
      from company_members m join users u on u.id = m.user_id
      where m.company_id = ${companyId}::uuid and m.status = 'active'
      union all
      select 'group', g.id, g.title, null, null, ${membersCount}, ${normalized(sql`g.title`)}, ''
      from groups g where g.company_id = ${companyId}::uuid
      ${invited}
    )
    select type, id, name, email, "profileImage", members
    from known, wanted
    where strpos(words, wanted.text) > 0 or strpos(address, wanted.text) > 0
    order by not (starts_with(words, wanted.text) or starts_with(address, wanted.text)), lower(name), id
    limit ${maxResults}
  `.execute(db)
  return rows
}

export type ColleagueRow = FinderRow & { type: 'user'; jobTitle: string | null; isDeactivated: boolean }

/**
 * Members of the company by name or address, including deactivated ones; active ones and prefix matches first. The text
 * may also be a member's id, which looks up a mentioned person. At most 20.
 */
export async function searchColleagues(db: Db, companyId: string, text: string): Promise<ColleagueRow[]> {
  const { rows } = await sql<ColleagueRow>`
    with wanted as (select ${normalized(sql`${text}::text`)} as text),
    known as (
      select u.id, concat_ws(' ', u.first_name, u.last_name) as name, u.email::text as email, u.profile_image,
        u.job_title, m.status = 'deactivated' as is_deactivated,
        ${normalized(sql`concat(u.first_name, u.last_name, ' ', u.last_name, u.first_name)`)} as words,
        ${normalized(sql`u.email::text`)} as address
      from company_members m join users u on u.id = m.user_id
      where m.company_id = ${companyId}::uuid
    )
    select 'user' as type, id, name, email, profile_image as "profileImage", null::int as members,
      job_title as "jobTitle", is_deactivated as "isDeactivated"
    from known, wanted
    where id::text = lower(${text}) or strpos(words, wanted.text) > 0 or strpos(address, wanted.text) > 0
    order by is_deactivated, not (starts_with(words, wanted.text) or starts_with(address, wanted.text)), lower(name), id
    limit ${maxResults}
  `.execute(db)
  return rows
}

/** Groups of the company whose name contains the text; at most 20. */
export async function searchGroups(
  db: Db,
  companyId: string,
  text: string,
): Promise<{ id: string; title: string; userIds: string[] }[]> {
  const { rows } = await sql<{ id: string; title: string; userIds: string[] }>`
    with wanted as (select ${normalized(sql`${text}::text`)} as text),
    known as (
      select g.id, g.title, g.company_id, ${normalized(sql`g.title`)} as words
      from groups g where g.company_id = ${companyId}::uuid
    )
    select known.id, known.title, array(
      select gm.user_id::text from group_members gm
      join company_members m on m.user_id = gm.user_id and m.company_id = known.company_id
      where gm.group_id = known.id order by gm.user_id limit 1000
    ) as "userIds"
    from known, wanted
    where strpos(words, wanted.text) > 0
    order by not starts_with(words, wanted.text), lower(title), id
    limit ${maxResults}
  `.execute(db)
  return rows
}
