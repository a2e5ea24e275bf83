/** The SQL that limits a search to what the person may see, from the same expressions as lists and rules. */
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import { selectDraftIds } from '../../article/index.ts'
import { containsPattern } from '../../platform/database/contains-pattern.ts'
import type { Db } from '../../platform/database/db.ts'
import { privateTokenOf } from '../../share/index.ts'
import { hasRank, isInKeyWorkspaces, keyWorkspaces } from '../../workspace/index.ts'

export type Filters = {
  readonly workspace?: string | undefined
  readonly author?: string | undefined
  readonly tag?: string | undefined
  readonly type?: 'video' | 'notes' | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
}

/** Ids of the workspaces, articles shared by name, and drafts in which the person may find something. */
export const reachOf = (db: Db, member: Member, filters: Pick<Filters, 'workspace'>): RawBuilder<unknown> => sql`
  select ${publishedReachOf(member, filters)},
    array(${selectDraftIds(db, member)}) as drafts,
    coalesce((select v.version from search_versions v where v.company_id = ${member.company.id}), 0) as version
`

/** The same without drafts, as columns. */
export function publishedReachOf(member: Member, { workspace }: Pick<Filters, 'workspace'> = {}): RawBuilder<unknown> {
  const isChosen =
    workspace === undefined
      ? sql`true`
      : sql`exists (
          select from search_entries x
          where x.workspace_id = w.id and x.article_id is null and x.folded like ${containsPattern(workspace)}
        )`
  const userId = sql`${member.userId}::uuid`
  return sql`
    array(
      select w.id from workspaces w
      where w.company_id = ${member.company.id} and w.deleted_at is null and not w.is_archived
        and ${hasRank(member, 'viewer')} and ${isChosen}
    ) as workspaces,
    array(
      select s.article_id from article_shares s
      where (s.user_id = ${userId}
        or s.group_id in (select gm.group_id from group_members gm where gm.user_id = ${userId}))
        ${isSharedInKeyWorkspaces(member)}
    ) as shared
  `
}

/** An API key may be limited to workspaces, also for what is shared by name. */
function isSharedInKeyWorkspaces(member: Member): RawBuilder<unknown> {
  const workspaceIds = keyWorkspaces(member)
  return workspaceIds === null
    ? sql``
    : sql`and exists (
        select from articles x where x.id = s.article_id and ${isInKeyWorkspaces(workspaceIds, sql`x.workspace_id`)}
      )`
}

/** Whether the person may see the entry `e`, as the index knows it. */
export const isReachable = sql`case
  when e.kind in ('draft', 'draftNotes', 'draftVideo') then e.article_id = any(reach.drafts)
  when e.kind = 'workspace' then e.workspace_id = any(reach.workspaces)
  else e.workspace_id = any(reach.workspaces) or e.article_id = any(reach.shared)
end`

/** Conditions on the article; a workspace fulfils none. */
export function matchesFilters({ workspace, author, tag, type, after, before }: Filters): RawBuilder<unknown> {
  const conditions = [
    ...(author === undefined
      ? []
      : [
          sql`exists (
            select from users u where u.id = x.author_id
              and ${folded(sql`concat_ws(' ', u.first_name, u.last_name)`)}
                like ${folded(sql`${containsPattern(author)}::text`)}
          )`,
        ]),
    ...(tag === undefined
      ? []
      : [
          sql`exists (select from unnest(x.tags) t (tag) where ${tagKeyOf(sql`t.tag`)} = ${tagKeyOf(sql`${tag}::text`)})`,
        ]),
    ...(type === undefined ? [] : [type === 'video' ? sql`x.duration > 0` : sql`x.duration = 0`]),
    ...(after === undefined ? [] : [sql`x.updated_at >= ${after}`]),
    ...(before === undefined ? [] : [sql`x.updated_at < ${before}`]),
  ]
  const isInWorkspace = workspace === undefined ? sql`true` : sql`e.workspace_id = any(reach.workspaces)`
  if (conditions.length === 0) return isInWorkspace
  return sql`(${isInWorkspace} and exists (select from articles x where x.id = e.article_id and ${sql.join(conditions, sql` and `)}))`
}

/**
 * Both sides of a comparison are folded by PostgreSQL: its rules for letters such as й, ї and İ differ from ours. The sigma
 * at the end of a Greek word is the same letter.
 */
const tagKeyOf = (tag: RawBuilder<unknown>) => sql`translate(lower(normalize(${tag})), 'ς', 'σ')`
const folded = (text: RawBuilder<unknown>) => tagKeyOf(sql`unaccent(normalize(${text}))`)

export type VisibleSubject = { readonly id: string; readonly title: string; readonly sharedToken: string | null }

/** Those of these workspaces, articles and drafts that a search of the member could find. */
export async function listVisibleSubjects(db: Db, member: Member, ids: readonly string[]): Promise<VisibleSubject[]> {
  const { rows } = await sql<VisibleSubject>`
    with reach as materialized (${reachOf(db, member, {})})
    select w.id, w.title, null as "sharedToken"
    from workspaces w, reach where w.id = any(${ids}::uuid[]) and w.id = any(reach.workspaces)
    union all
    select a.id, a.title, ${sharedToken} from articles a, reach where a.id = any(${ids}::uuid[]) and ${isArticleInReach(member)}
  `.execute(db)
  return rows
}

/** The token of the private link by which the person reads the article `a`; null if they read it in its workspace. */
export const sharedToken = sql`case when a.published_at is not null and not a.workspace_id = any(reach.workspaces)
  then ${privateTokenOf('a.id')} end`

/** Whether the person's `reach` contains the article `a`. Published articles of archived workspaces are not found. */
export function isArticleInReach(member: Member): RawBuilder<boolean> {
  return sql<boolean>`case
    when a.published_at is null then a.id = any(reach.drafts)
    else a.company_id = ${member.company.id} and a.deleted_at is null and not a.is_archived
      and (
        a.workspace_id = any(reach.workspaces)
        or (a.id = any(reach.shared) and exists (
          select from workspaces s where s.id = a.workspace_id and not s.is_archived and s.deleted_at is null
        ))
      )
  end`
}
