/**
 * The statements of a search. Each decides inside itself what the person may see, by the same expressions as lists and
 * rules: a hit that may not be seen is not counted, ranked or read. The index only proposes candidates; whether an
 * article is published, archived, moved or shared is read from its row now.
 */
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import { selectDraftIds } from '../../article/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runPrepared } from '../../platform/database/prepared.ts'
import { privateTokenOf } from '../../share/index.ts'
import { accessRank, ranks } from '../../workspace/index.ts'
import type { EntryKind } from '../search.tables.ts'

/** Newest candidates that are ranked, of each category; ranking reads the whole text. */
export const maxRanked = 300
/** With a word that is in many texts, the newest ones are read one after the other instead. */
export const maxFrequentRanked = 60
const maxWalked = 3000
/** Weights for `ts_rank`, in PostgreSQL's order D, C, B, A: stems, unused, title words, text words. */
const rankWeights = sql.raw(`'{0.25,0,0.6,1}'::float4[]`)

export type ResultRow = {
  kind: EntryKind
  part: string
  partSlug: string
  startsAt: number
  /** The title, or the text around the match. */
  content: string
  /** Code points of the text before `content`. */
  contentAt: number
  /** Of timed text, as in the index. */
  marks: number[] | null
  count: number | null
  article: {
    id: string
    shortId: string
    slug: string
    title: string
    tags: string[]
    duration: number
    updatedAt: string
    author: string | null
    isDraft: boolean
    tab: { id: string; title: string; slug: string } | null
    parentId: string | null
    sharedToken: string | null
  } | null
  /** The text is in this file. */
  attachment: { id: string; name: string; page: number | null } | null
  workspace: {
    id: string
    shortId: string
    title: string
    visibility: WorkspaceVisibility
    isArchived: boolean
    orderRevision: number
  } | null
}

export type Filters = {
  readonly workspace?: string | undefined
  readonly author?: string | undefined
  readonly tag?: string | undefined
  readonly type?: 'video' | 'notes' | undefined
  readonly after?: Date | undefined
}

export type Page = { readonly limit: number; readonly offset: number }

type TitleSearch = {
  readonly kinds: readonly EntryKind[]
  /** In `tsquery` notation; null for filters without words. */
  readonly terms: string | null
  readonly folded: string
  readonly filters: Filters
  readonly page: Page
}

/** Titles of each kind: the same title first, then those that begin with the text, then by rank, then the newest. */
export async function searchTitles(db: Db, member: Member, search: TitleSearch): Promise<ResultRow[]> {
  const { kinds, terms, folded, page } = search
  const matches = terms === null ? sql`true` : sql`e.terms @@ ${terms}::tsquery`
  const rank = terms === null ? sql`0` : sql`ts_rank(${rankWeights}, e.terms, ${terms}::tsquery, 1)`
  // In bytes, as the index compares; "like" with an unknown pattern would read the index of similar titles.
  const isPrefix = sql`e.folded ~>=~ ${folded} and e.folded ~<~ ${`${folded}\u{10ffff}`}`
  const candidates = (condition: RawBuilder<unknown>, limit: number) => sql`(
    select e.* from search_entries e, reach
    where e.is_title and e.company_id = ${member.company.id} and e.kind = any(${kinds}::text[])
      and ${condition} and ${isReachable} and ${matchesFilters(search.filters)}
    order by ${newestOfFew} limit ${limit}
  )`
  return run(
    db,
    member,
    search.filters,
    sql`
      candidates as materialized (
        ${candidates(matches, maxRanked * 5)}
        ${folded === '' ? sql`` : sql`union ${candidates(isPrefix, maxRanked)}`}
      ), ${visible(member)}, ranked as (
        select e.*, e.folded = ${folded} as is_same, ${isPrefix} as is_prefix, ${rank} as rank,
          row_number() over (
            partition by e.kind, case when e.kind = 'tag' then e.part else e.id::text end order by e.changed_at, e.id
          ) as nth,
          count(*) over (partition by e.kind, case when e.kind = 'tag' then e.part else e.id::text end) as of_tag
        from visible e
      ), numbered as (
        select ranked.*, row_number() over (
          partition by kind order by is_same desc, is_prefix desc, round(rank::numeric, 2) desc, changed_at desc, id
        ) as place
        from ranked where nth = 1
      ), page as (
        select *, content as excerpt, 0 as excerpt_at from numbered
        where place > ${page.offset} and place <= ${page.offset + page.limit}
      )
    `,
  )
}

/** Titles and tags that are spelled similarly, or that `terms` finds. */
export async function searchSimilarTitles(
  db: Db,
  member: Member,
  { kinds, terms, folded, filters, page }: TitleSearch & { readonly terms: string },
): Promise<ResultRow[]> {
  return run(
    db,
    member,
    filters,
    sql`
      candidates as materialized (
        select e.*, word_similarity(${folded}, e.folded) as likeness from search_entries e, reach
        where e.is_title and e.company_id = ${member.company.id} and e.kind = any(${kinds}::text[])
          and (${folded} <% e.folded or e.terms @@ ${terms}::tsquery) and ${isReachable} and ${matchesFilters(filters)}
        order by likeness desc limit ${maxRanked}
      ), ${visible(member)}, numbered as (
        select e.*, 1 as of_tag, row_number() over (partition by e.kind order by likeness desc, changed_at desc, id) as place
        from visible e
      ), page as (
        select *, content as excerpt, 0 as excerpt_at from numbered
        where place > ${page.offset} and place <= ${page.offset + page.limit}
      )
    `,
  )
}

export type TextSearch = {
  readonly kinds: readonly EntryKind[]
  /** Finds the candidates. */
  readonly terms: string
  /** Units and their weight, which determine the order. */
  readonly ranking: readonly { readonly terms: string; readonly weight: number }[]
  /** Many texts match. */
  readonly isFrequent: boolean
  /** Lower-case beginning of the word that the excerpt shows. */
  readonly shownWord: string
  /** Characters of the excerpt. */
  readonly excerptLength: number
  readonly filters: Filters
  readonly page: Page
}

/** Texts, best first; of a tab only its best part. */
export async function searchTexts(db: Db, member: Member, search: TextSearch): Promise<ResultRow[]> {
  const { kinds, terms, ranking, isFrequent, shownWord, excerptLength, page } = search
  const before = Math.floor(excerptLength / 3)
  const conditions = sql`e.company_id = ${member.company.id} and ${isReachable} and ${matchesFilters(search.filters)}`
  // Few, and found without the index of terms.
  const ofDrafts = (kind: EntryKind) => sql`(
    select e.* from reach cross join unnest(reach.drafts) as mine (id)
    join search_entries e on e.article_id = mine.id and e.kind = ${kind}
    where e.terms @@ ${terms}::tsquery and ${conditions}
  )`
  const byTerms = (kind: EntryKind) => sql`(
    select e.* from search_entries e, reach
    where not e.is_title and e.kind = ${kind} and e.terms @@ ${terms}::tsquery and ${conditions}
    order by ${newestOfFew} limit ${maxRanked}
  )`
  // "offset 0" keeps the search for the word out of the walk, which must be in the order of the index.
  const byTime = (kind: EntryKind) => sql`(
    select * from (
      select e.* from search_entries e, reach
      where e.kind = ${kind} and ${conditions}
      order by e.changed_at desc limit ${maxWalked} offset 0
    ) walked
    where (terms @@ ${terms}::tsquery) is true limit ${Math.max(maxFrequentRanked, page.offset + page.limit)}
  )`
  // One array of queries and one of weights, so that the statement has the same text for any number of words.
  const units = sql`unnest(
    ${ranking.map((unit) => unit.terms)}::text[]::tsquery[], ${ranking.map(({ weight }) => weight)}::float8[]
  ) as unit (terms, weight)`
  return run(
    db,
    member,
    search.filters,
    sql`
      candidates as materialized (
        ${sql.join(
          kinds.map((kind) => {
            if (kind === 'draftNotes' || kind === 'draftVideo') return ofDrafts(kind)
            return isFrequent ? byTime(kind) : byTerms(kind)
          }),
          sql` union all `,
        )}
      ), ${visible(member)}, ranked as (
        select e.*, (
          select sum(unit.weight * ts_rank(${rankWeights}, e.terms, unit.terms, 1)) from ${units}
        ) as rank from visible e
      ), best as (
        select ranked.*, row_number() over (partition by kind, article_id, part, file_id order by rank desc, starts_at) as nth
        from ranked
      ), numbered as (
        select best.*, null::int as of_tag, row_number() over (
          partition by kind order by round(rank::numeric, 2) desc, changed_at desc, id
        ) as place
        from best where nth = 1
      ), page as (
        select numbered.*, greatest(0, shown.at - ${before}::int) as excerpt_at,
          case when shown.at = 0 then content
            else substr(content, greatest(1, shown.at - ${before - 1}::int), ${excerptLength}::int)
          end as excerpt
        from numbered cross join lateral (select strpos(lower(content), ${shownWord}) as at) shown
        where place > ${page.offset} and place <= ${page.offset + page.limit}
      )
    `,
  )
}

/** Adds to the chosen page what rows show. */
async function run(db: Db, member: Member, filters: Filters, page: RawBuilder<unknown>): Promise<ResultRow[]> {
  return runPrepared(
    db,
    sql<ResultRow>`
    with reach as materialized (${reachOf(db, member, filters)}), ${page}
    select e.kind, e.part, e.slug as "partSlug", e.starts_at as "startsAt", e.excerpt as content,
      e.excerpt_at as "contentAt", e.marks,
      case e.kind
        when 'tag' then e.of_tag
        when 'workspace' then (
          select count(*) from articles c
          where c.workspace_id = w.id and c.published_at is not null and c.deleted_at is null and not c.is_archived
        )
      end::int as count,
      case when a.id is not null then json_build_object(
        'id', a.id, 'shortId', a.short_id, 'slug', a.slug, 'title', a.title, 'tags', a.tags, 'duration', a.duration,
        'updatedAt', a.updated_at, 'isDraft', a.published_at is null,
        'author', (select concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) from users u where u.id = a.author_id),
        'tab', (
          select json_build_object('id', t.id, 'title', t.title, 'slug', t.slug)
          from text_tabs t where t.article_id = a.id and t.id = e.part
        ),
        'sharedToken', ${sharedToken}
      ) end as article,
      case when e.file_id is not null then json_build_object(
        'id', e.file_id, 'name', (select f.name from files f where f.id = e.file_id), 'page', e.page
      ) end as attachment,
      case when w.id = any(reach.workspaces) then json_build_object(
        'id', w.id, 'shortId', w.short_id, 'title', w.title, 'visibility', w.visibility, 'isArchived', w.is_archived,
        'orderRevision', w.order_revision
      ) end as workspace
    from page e
    cross join reach
    left join articles a on a.id = e.article_id
    left join workspaces w on w.id = coalesce(a.workspace_id, e.workspace_id)
    order by e.kind, e.place
  `,
  )
}

/** Ids of the workspaces, articles shared by name, and drafts in which the person may find something. */
function reachOf(db: Db, member: Member, { workspace }: Filters): RawBuilder<unknown> {
  const isChosen =
    workspace === undefined
      ? sql`true`
      : sql`exists (
          select from search_entries x
          where x.workspace_id = w.id and x.article_id is null and x.folded like ${`%${escapeLike(workspace)}%`}
        )`
  const userId = sql`${member.userId}::uuid`
  return sql`
    select
      array(
        select w.id from workspaces w
        where w.company_id = ${member.company.id} and w.deleted_at is null and not w.is_archived
          and ${accessRank(member)} >= ${ranks.viewer} and ${isChosen}
      ) as workspaces,
      array(
        select s.article_id from article_shares s
        where s.user_id = ${userId}
          or s.group_id in (select gm.group_id from group_members gm where gm.user_id = ${userId})
      ) as shared,
      array(${selectDraftIds(db, member)}) as drafts
  `
}

/**
 * An expression, so that the planner sorts what the index of terms finds. It assumes that matching a text costs nothing,
 * and would otherwise scan the whole index of times.
 */
const newestOfFew = sql`e.changed_at + interval '0 s' desc`

const isReachable = sql`case
  when e.kind in ('draft', 'draftNotes', 'draftVideo') then e.article_id = any(reach.drafts)
  when e.kind = 'workspace' then e.workspace_id = any(reach.workspaces)
  else e.workspace_id = any(reach.workspaces) or e.article_id = any(reach.shared)
end`

/** Conditions on the article; a workspace fulfils none. */
function matchesFilters({ workspace, author, tag, type, after }: Filters): RawBuilder<unknown> {
  const conditions = [
    ...(author === undefined
      ? []
      : [
          sql`exists (
            select from users u where u.id = x.author_id
              and lower(unaccent(concat_ws(' ', u.first_name, u.last_name))) like ${`%${escapeLike(author)}%`}
          )`,
        ]),
    ...(tag === undefined ? [] : [sql`exists (select from unnest(x.tags) t (tag) where lower(t.tag) = ${tag})`]),
    ...(type === undefined ? [] : [type === 'video' ? sql`x.duration > 0` : sql`x.duration = 0`]),
    ...(after === undefined ? [] : [sql`x.updated_at >= ${after}`]),
  ]
  const isInWorkspace = workspace === undefined ? sql`true` : sql`e.workspace_id = any(reach.workspaces)`
  if (conditions.length === 0) return isInWorkspace
  return sql`(${isInWorkspace} and exists (select from articles x where x.id = e.article_id and ${sql.join(conditions, sql` and `)}))`
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export type VisibleSubject = { readonly id: string; readonly title: string; readonly sharedToken: string | null }

/** Those of these workspaces, articles and drafts that a search of the member could find. */
export async function listVisibleSubjects(db: Db, member: Member, ids: readonly string[]): Promise<VisibleSubject[]> {
  const { rows } = await sql<VisibleSubject>`
    with reach as materialized (${reachOf(db, member, {})})
    select w.id, w.title, null as "sharedToken"
    from workspaces w, reach where w.id = any(${ids}::uuid[]) and w.id = any(reach.workspaces)
    union all
    select a.id, a.title, ${sharedToken} from articles a, reach where a.id = any(${ids}::uuid[]) and ${isArticleVisible(member)}
  `.execute(db)
  return rows
}

/** Of an article that the person reads only because it is shared with them by name. */
const sharedToken = sql`case when a.published_at is not null and not a.workspace_id = any(reach.workspaces)
  then ${privateTokenOf('a.id')} end`

/** The candidates that the person may see now. */
const visible = (member: Member) => sql`visible as materialized (
  select e.* from candidates e
  cross join reach
  left join articles a on a.id = e.article_id
  where e.kind = 'workspace' or ${isArticleVisible(member)}
)`

/** Of the article `a` with the person's `reach`. Published ones of an archived workspace are not found. */
function isArticleVisible(member: Member): RawBuilder<boolean> {
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
