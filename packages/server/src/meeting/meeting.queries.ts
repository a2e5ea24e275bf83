/** Reads meetings. `isSeen` decides about their visibility, in lists and for single meetings. */
import type { MeetingFailure, MeetingPhase, MeetingStatus } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { meetingsPerPage } from '@knowreel/shared/meeting/meeting.calls.ts'
import type { MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../access/index.ts'
import { personColumn, type PersonRow } from '../person/index.ts'
import { containsPattern } from '../platform/database/contains-pattern.ts'
import type { Db } from '../platform/database/db.ts'
import { accessRank, ranks, type AccessRank } from '../workspace/index.ts'

export type MeetingRow = {
  id: string
  companyId: string
  organizerId: string
  title: string
  platform: MeetingPlatform
  startAt: Date
  recurrence: string | null
  phase: MeetingPhase
  phaseSince: Date
  progress: number
  failure: MeetingFailure | null
  organizer: PersonRow | null
  /** Where the recording goes; null if the organizer has left the company, or the caller does not see the workspace. */
  workspaceId: string | null
  /** Null for the personal workspace. */
  chosenWorkspaceId: string | null
  workspaceTitle: string | null
  workspaceVisibility: WorkspaceVisibility | null
  rank: AccessRank
  isOwner: boolean
  hasOtherOwners: boolean
  article: ArticleOfMeeting | null
}

/** Only if the caller may open it. */
type ArticleOfMeeting = {
  id: string
  shortId: string
  slug: string
  isDraft: boolean
  workspace: { shortId: string; title: string; visibility: WorkspaceVisibility } | null
}

/**
 * The workspaces of the company as `spaces`, with the actor's rank, and the meetings `m` that the actor sees, each with
 * its target `t` if the actor sees it: the chosen workspace, or the personal one of the organizer. Recordings of
 * organizers who may no longer edit the chosen workspace go to their personal one.
 */
const withSpaces = (actor: Member) => sql`
  with spaces as materialized (
    select w.id, w.short_id, w.title, w.visibility, w.owner_id, w.is_archived, ${accessRank(actor)} as rank
    from workspaces w where w.company_id = ${actor.company.id} and w.deleted_at is null
  )`

const fromSeen = (actor: Member) => sql`
  from meetings m
  left join spaces chosen on chosen.id = m.workspace_id
  left join spaces t on t.rank >= ${ranks.viewer} and t.id = case
    when chosen.id is not null and not (
      m.phase = 'scheduled' and m.organizer_id = ${actor.userId}
      and (chosen.rank < ${ranks.editor} or chosen.is_archived)
    ) then chosen.id
    else (select p.id from spaces p where p.visibility = 'personal' and p.owner_id = m.organizer_id limit 1) end
  where m.company_id = ${actor.company.id} and ${isSeen(actor)}`

const isOwner = (actor: Member) => sql<boolean>`exists (
  select from meeting_owners o where o.meeting_id = m.id and o.user_id = ${actor.userId}
)`

/** Archived workspaces are visible to their editors only. */
const isSeen = (actor: Member) => sql`(
  m.organizer_id = ${actor.userId} or ${isOwner(actor)}
  or coalesce(t.rank, 0) >= case when t.is_archived then ${ranks.editor}::int else ${ranks.viewer}::int end
)`

/** A draft is open to its author and the editors of its workspace, an article to everyone who sees the workspace. */
const articleColumn = (actor: Member) => sql`(
  select json_build_object('id', a.id, 'shortId', a.short_id, 'slug', a.slug, 'isDraft', a.published_at is null,
    'workspace', case when s.id is not null then
      json_build_object('shortId', s.short_id, 'title', s.title, 'visibility', s.visibility) end)
  from articles a left join spaces s on s.id = a.workspace_id
  where a.id = m.article_id and a.deleted_at is null and a.company_id = m.company_id and (
    (a.published_at is null and a.author_id = ${actor.userId})
    or coalesce(s.rank, 0) >= case when a.published_at is null or s.is_archived
      then ${ranks.editor}::int else ${ranks.viewer}::int end
  )
)`

const columns = (actor: Member) => sql`
  m.id, m.company_id as "companyId", m.organizer_id as "organizerId", m.title, m.platform, m.start_at as "startAt",
  m.recurrence, m.phase, m.phase_since as "phaseSince", m.progress, m.failure,
  ${personColumn('m.organizer_id', 'm.company_id')} as organizer,
  t.id as "workspaceId", chosen.id as "chosenWorkspaceId", t.title as "workspaceTitle", t.visibility as "workspaceVisibility",
  coalesce(t.rank, 0) as rank, ${isOwner(actor)} as "isOwner",
  exists (select from meeting_owners o where o.meeting_id = m.id and o.user_id <> ${actor.userId}) as "hasOtherOwners",
  ${articleColumn(actor)} as article`

export type MeetingFilter = {
  readonly page: number
  readonly organizer?: string | undefined
  readonly workspace?: string | undefined
  readonly q?: string | undefined
  readonly status?: MeetingStatus | undefined
  readonly sort: 'asc' | 'desc'
}

const phasesOf: Readonly<Record<MeetingStatus, RawBuilder<unknown>>> = {
  upcoming: sql`m.phase = 'scheduled'`,
  processing: sql`m.status_order = 1`,
  failed: sql`m.phase = 'failed'`,
  finished: sql`m.phase = 'finished'`,
  'no-show': sql`m.phase = 'noShow'`,
}

function filterOf({ organizer, workspace, q, status }: MeetingFilter): RawBuilder<unknown> {
  const search = q?.trim().toLowerCase() ?? ''
  const conditions = [
    organizer === undefined ? null : isUuid(organizer) ? sql`m.organizer_id = ${organizer}` : sql`false`,
    workspace === undefined ? null : isUuid(workspace) ? sql`t.id = ${workspace}` : sql`t.short_id = ${workspace}`,
    status === undefined ? null : phasesOf[status],
    search === '' ? null : sql`lower(m.title) like ${containsPattern(search)}`,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export async function listMeetingRows(
  db: Db,
  actor: Member,
  filter: MeetingFilter,
): Promise<{ rows: MeetingRow[]; count: number }> {
  const direction = filter.sort === 'asc' ? sql`asc` : sql`desc`
  const offset = (filter.page - 1) * meetingsPerPage
  const { rows } = await sql<MeetingRow & { total: number }>`
    ${withSpaces(actor)}, matches as materialized (
      select m.id, m.status_order, m.start_at ${fromSeen(actor)} and ${filterOf(filter)}
    ), page as (
      select id from matches order by status_order ${direction}, start_at ${direction}, id ${direction}
      limit ${meetingsPerPage} offset ${offset}
    ), listed as (
      select m.status_order, ${columns(actor)} ${fromSeen(actor)} and m.id in (select id from page)
    )
    select counted.total, listed.* from (select count(*)::int as total from matches) counted left join listed on true
    order by listed.status_order ${direction}, listed."startAt" ${direction}, listed.id ${direction}
  `.execute(db)
  // Beyond the last page there is one row, of the count alone.
  return { rows: rows.filter(({ id }) => id !== null), count: rows[0]?.total ?? 0 }
}

/** Null if it does not exist or the member does not see it. */
export async function findMeetingRow(db: Db, actor: Member, id: string): Promise<MeetingRow | null> {
  if (!isUuid(id)) return null
  const { rows } = await sql<MeetingRow>`
    ${withSpaces(actor)} select ${columns(actor)} ${fromSeen(actor)} and m.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

type Option = { id: string; title: string }
const maxOptions = 200

export async function listMeetingFilters(
  db: Db,
  actor: Member,
): Promise<{ organizers: Option[]; workspaces: (Option & { visibility: WorkspaceVisibility })[] }> {
  const { rows } = await sql<{
    organizers: Option[]
    workspaces: (Option & { visibility: WorkspaceVisibility })[]
  }>`
    ${withSpaces(actor)}, seen as materialized (
      select distinct m.organizer_id, t.id as workspace_id ${fromSeen(actor)}
    ), people as (
      select u.id, trim(u.first_name || ' ' || u.last_name) as title from users u
      where u.id in (select organizer_id from seen) order by lower(u.first_name), lower(u.last_name), u.id
      limit ${maxOptions}
    ), targets as (
      select s.id, s.title, s.visibility from spaces s where s.id in (select workspace_id from seen)
      order by lower(s.title), s.id limit ${maxOptions}
    )
    select coalesce((select json_agg(json_build_object('id', id, 'title', title)) from people), '[]') as organizers,
      coalesce((select json_agg(json_build_object('id', id, 'title', title, 'visibility', visibility)) from targets),
        '[]') as workspaces
  `.execute(db)
  return rows[0] ?? { organizers: [], workspaces: [] }
}

/** Counts the caller's own meetings. */
export async function countOpenMeetings(db: Db, { userId, company }: Member): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from meeting_owners o
    join meetings m on m.id = o.meeting_id
    where o.user_id = ${userId} and m.company_id = ${company.id} and m.status_order < 2
  `.execute(db)
  return rows[0]?.count ?? 0
}
