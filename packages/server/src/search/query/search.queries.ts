/**
 * The statements of a search. Each decides inside itself what the person may see, by the same expressions as lists and
 * rules: a hit that may not be seen is not counted, ranked or read. The index only proposes candidates; whether an
 * article is published, archived, moved or shared is read from its row now.
 */
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runPrepared } from '../../platform/database/prepared.ts'
import type { EntryKind } from '../search.tables.ts'
import { isArticleVisible, isReachable, matchesFilters, reachOf, sharedToken, type Filters } from './reach.ts'

/** Newest candidates that are ranked, of each category; ranking reads the whole text. */
export const maxRanked = 300
/** With a word that is in many texts, the newest ones are read one after the other instead. */
export const maxFrequentRanked = 60
export const maxWalked = 3000
/** Weights for `ts_rank`, in PostgreSQL's order D, C, B, A: stems, unused, title words, text words. */
export const rankWeights = sql.raw(`'{0.25,0,0.6,1}'::float4[]`)

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
    /** Of a draft; that of a published article is in the order of its workspace. */
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

/** `kind` is null in the only row of an empty page. */
type VersionedRow = ResultRow & { version: number; hasDrafts: boolean }

export type Page = { readonly limit: number; readonly offset: number }

export type TitleSearch = {
  readonly kinds: readonly EntryKind[]
  /** In `tsquery` notation; null for filters without words. */
  readonly terms: string | null
  readonly folded: string
  readonly filters: Filters
  readonly page: Page
}

/** Titles of each kind: the same title first, then those that begin with the text, then by rank, then the newest. */
export const searchTitles = (db: Db, member: Member, search: TitleSearch): Promise<ResultRow[]> =>
  runSearch(db, member, search.filters, sql`${titlePage(member, search)}, page as (select * from title_page)`)

/** The parts of a statement that end with the page of titles, `title_page`. */
export function titlePage(member: Member, search: TitleSearch): RawBuilder<unknown> {
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
  return sql`
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
          partition by kind
          order by is_same desc, is_prefix desc, round(rank::numeric, 2) desc, popularity desc, changed_at desc, id
        ) as place
        from ranked where nth = 1
      ), title_page as (
        select ${shownColumns}, of_tag, place, content as excerpt, 0 as excerpt_at from numbered
        where place > ${page.offset} and place <= ${page.offset + page.limit}
      )
    `
}

/** Of an entry, for its row. */
const shownColumns = sql.raw('kind, part, slug, starts_at, marks, file_id, page, article_id, workspace_id')

/** Titles and tags that are spelled similarly, or that `terms` finds. */
export async function searchSimilarTitles(
  db: Db,
  member: Member,
  { kinds, terms, folded, filters, page }: TitleSearch & { readonly terms: string },
): Promise<ResultRow[]> {
  return runSearch(
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

/** One array of queries and one of weights, so that the statement has the same text for any number of words. */
export const unitsOf = (ranking: TextSearch['ranking']) => sql`unnest(
  ${ranking.map((unit) => unit.terms)}::text[]::tsquery[], ${ranking.map(({ weight }) => weight)}::float8[]
) as unit (terms, weight)`

/** Texts, best first; of a tab only its best part. */
export async function searchTexts(db: Db, member: Member, search: TextSearch): Promise<ResultRow[]> {
  const { kinds, terms, ranking, isFrequent, shownWord, excerptLength, page } = search
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
  return runSearch(
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
          select sum(unit.weight * ts_rank(${rankWeights}, e.terms, unit.terms, 1)) from ${unitsOf(ranking)}
        ) as rank from visible e
      ), best as (
        select ranked.*, row_number() over (partition by kind, article_id, part, file_id order by rank desc, starts_at) as nth
        from ranked
      ), numbered as (
        select best.*, null::int as of_tag, row_number() over (
          partition by kind order by round(rank::numeric, 2) desc, popularity desc, changed_at desc, id
        ) as place
        from best where nth = 1
      ), chosen as (
        select numbered.*, ${shownAt(shownWord)} as shown_at from numbered
        where place > ${page.offset} and place <= ${page.offset + page.limit}
      ), page as (${withExcerpts(excerptLength)})
    `,
  )
}

/** Where a text shows the word, from 1; 0 if it has another form there. */
export const shownAt = (shownWord: string) => sql`strpos(lower(content), ${shownWord})`

/** Characters of a text around what a search shows of it. */
export const searchExcerptLength = 600

/** The text of each `chosen` entry around `shown_at`: this many characters, a third of them before it. */
export function withExcerpts(excerptLength: number) {
  const before = Math.floor(excerptLength / 3)
  return sql`
    select ${shownColumns}, of_tag, place,
      case when shown_at = 0 then content
        else substr(content, greatest(1, shown_at - ${before - 1}::int), ${excerptLength}::int)
      end as excerpt,
      greatest(0, shown_at - ${before}::int) as excerpt_at
    from chosen
  `
}

/** Without the row that only has the version. */
async function runSearch(...parameters: Parameters<typeof run>): Promise<ResultRow[]> {
  const rows = await run(...parameters)
  return rows.filter(({ kind }) => kind !== null)
}

/** Adds to the chosen page what rows show; an empty one has one row, of nulls. */
export async function run(
  db: Db,
  member: Member,
  filters: Filters,
  page: RawBuilder<unknown>,
): Promise<VersionedRow[]> {
  return runPrepared(
    db,
    sql<VersionedRow>`
    with reach as materialized (${reachOf(db, member, filters)}), ${page}
    select reach.version, cardinality(reach.drafts) > 0 as "hasDrafts", e.kind, e.part, e.slug as "partSlug", e.starts_at as "startsAt", e.excerpt as content,
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
        'parentId', a.parent_article_id, 'sharedToken', ${sharedToken}
      ) end as article,
      case when e.file_id is not null then json_build_object(
        'id', e.file_id, 'name', (select f.name from files f where f.id = e.file_id), 'page', e.page
      ) end as attachment,
      case when w.id = any(reach.workspaces) then json_build_object(
        'id', w.id, 'shortId', w.short_id, 'title', w.title, 'visibility', w.visibility, 'isArchived', w.is_archived,
        'orderRevision', w.order_revision
      ) end as workspace
    from reach
    left join page e on true
    left join articles a on a.id = e.article_id
    left join workspaces w on w.id = coalesce(a.workspace_id, e.workspace_id)
    order by e.kind, e.place
  `,
  )
}

/**
 * An expression, so that the planner sorts what the index of terms finds. It assumes that matching a text costs nothing,
 * and would otherwise scan the whole index of times.
 */
export const newestOfFew = sql`e.changed_at + interval '0 s' desc`

/** The candidates that the person may see now, each looked up by its id. */
const visible = (member: Member) => sql`visible as materialized (
  select e.*, coalesce(found.popularity, 0) as popularity from candidates e
  cross join reach
  left join lateral (
    select ${isArticleVisible(member)} as is_visible, ${popularity} as popularity from articles a where a.id = e.article_id
  ) found on true
  where e.kind = 'workspace' or found.is_visible
)`

/** Of the article `a`. A few more reads make no difference, so that newer articles win among similarly popular ones. */
export const popularity = sql`coalesce((select floor(log(2, 1 + r.reads)) from article_reads r where r.article_id = a.id), 0)`
