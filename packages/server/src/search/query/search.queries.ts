/**
 * The statements of a search. Each decides inside itself what the person may see, by the same expressions as lists and
 * rules: a hit that may not be seen is not counted, ranked or read. The index only proposes candidates; whether an
 * article is published, archived, moved or shared is read from its row now.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import type { TermWeights } from './result-location.ts'
import { isArticleVisible, isReachable, matchesFilters, type Filters } from './reach.ts'
import { readPage, type ResultRow } from './result-rows.queries.ts'

/** Newest candidates that are ranked, of each category; ranking reads the whole text. */
export const maxRanked = 300
export const maxTitleCandidates = maxRanked * 5
/** With a word that is in many texts, the newest ones are read one after the other instead. */
export const maxFrequentRanked = 60
export const maxWalked = 3000
/** Weights for `ts_rank`, in PostgreSQL's order D, C, B, A: stems, unused, title words, text words. */
export const rankWeights = sql.raw(`'{0.25,0,0.6,1}'::float4[]`)

export type Page = { readonly limit: number; readonly offset: number }

export type TitleSearch = {
  readonly kinds: readonly EntryKind[]
  /** In `tsquery` notation; null for filters without words. */
  readonly terms: string | null
  readonly folded: string
  readonly filters: Filters
  readonly page: Page
}

/** In bytes, as the index compares; "like" with an unknown pattern would read the index of similar titles. */
export const isPrefixOfTitle = (folded: string) =>
  sql`e.folded ~>=~ ${folded} and e.folded ~<~ ${`${folded}\u{10ffff}`}`

/** Titles of a kind: the same title first, then those that begin with the text, then by rank, then the newest. */
export function searchTitles(db: Db, member: Member, search: TitleSearch): Promise<ResultRow[]> {
  const { kinds, terms, folded, page } = search
  const matches = terms === null ? sql`true` : sql`e.terms @@ ${terms}::tsquery`
  const rank = terms === null ? sql`0` : sql`ts_rank(${rankWeights}, e.terms, ${terms}::tsquery, 1)`
  const isPrefix = isPrefixOfTitle(folded)
  const candidates = (condition: RawBuilder<unknown>, limit: number) => sql`(
    select e.* from search_entries e, reach
    where e.is_title and e.company_id = ${member.company.id} and e.kind = any(${kinds}::text[])
      and ${condition} and ${isReachable} and ${matchesFilters(search.filters)}
    order by ${newestOfFew} limit ${limit}
  )`
  return readPage(
    db,
    member,
    search.filters,
    sql`
      candidates as materialized (
        ${candidates(matches, maxTitleCandidates)}
        ${folded === '' ? sql`` : sql`union ${candidates(isPrefix, maxRanked)}`}
      ), ${visible(member)}, ranked as (
        select e.*, e.folded = ${folded} as is_same, ${isPrefix} as is_prefix, ${rank} as rank, ${ofTag}
        from visible e
      ), numbered as (
        select ranked.*, row_number() over (partition by kind order by ${titleOrder}) as position
        from ranked where nth = 1
      ), page as (
        select id, of_tag, position from numbered
        where position > ${page.offset} and position <= ${page.offset + page.limit}
      )
    `,
  )
}

/** A tag is one result, whichever articles have it. */
const ofTag = sql`
  row_number() over (partition by e.kind, case when e.kind = 'tag' then e.part else e.id::text end order by e.id) as nth,
  count(*) over (partition by e.kind, case when e.kind = 'tag' then e.part else e.id::text end) as of_tag`

/** Tags sort by name: they have no date and no read count. */
export const titleOrder = sql`is_same desc, is_prefix desc, round(rank::numeric, 2) desc,
  case when kind = 'tag' then part end, popularity desc, changed_at desc, id`

/** Titles and tags that are spelled similarly, or that `terms` finds. */
export async function searchSimilarTitles(
  db: Db,
  member: Member,
  { kinds, terms, folded, filters, page }: TitleSearch & { readonly terms: string },
): Promise<ResultRow[]> {
  return readPage(
    db,
    member,
    filters,
    sql`
      candidates as materialized (
        select e.*, word_similarity(${folded}, e.folded) as likeness from search_entries e, reach
        where e.is_title and e.company_id = ${member.company.id} and e.kind = any(${kinds}::text[])
          and (${folded} <% e.folded or e.terms @@ ${terms}::tsquery) and ${isReachable} and ${matchesFilters(filters)}
        order by likeness desc limit ${maxRanked}
      ), ${visible(member)}, compared as (
        select e.*, ${ofTag} from visible e
      ), numbered as (
        select *, row_number() over (partition by kind order by likeness desc, changed_at desc, id) as position
        from compared where nth = 1
      ), page as (
        select id, of_tag, position from numbered where position > ${page.offset} and position <= ${page.offset + page.limit}
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
  /** Weights of the terms, which choose the excerpt of a text. */
  readonly weights: TermWeights
  readonly filters: Filters
  readonly page: Page
}

/** Two arrays, so that the statement has the same text for any number of words. */
export const rankOf = (ranking: TextSearch['ranking']) => sql`(
  select sum(unit.weight * ts_rank(${rankWeights}, e.terms, unit.terms, 1)) from unnest(
    ${ranking.map((unit) => unit.terms)}::text[]::tsquery[], ${ranking.map(({ weight }) => weight)}::float8[]
  ) as unit (terms, weight)
)`

/** Matching texts, best first; one result per tab. */
export function searchTexts(db: Db, member: Member, search: TextSearch): Promise<ResultRow[]> {
  const { kinds, terms, ranking, isFrequent, page } = search
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
  // `offset 0` prevents pushing the term filter into the subquery, which must follow the index order.
  const byTime = (kind: EntryKind) => sql`(
    select * from (
      select e.* from search_entries e, reach
      where e.kind = ${kind} and ${conditions}
      order by e.changed_at desc limit ${maxWalked} offset 0
    ) walked
    where (terms @@ ${terms}::tsquery) is true limit ${Math.max(maxFrequentRanked, page.offset + page.limit)}
  )`
  return readPage(
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
        select e.*, ${rankOf(ranking)} as rank from visible e
      ), best as (
        select ranked.*, row_number() over (partition by kind, article_id, part, file_id order by rank desc, starts_at) as nth
        from ranked
      ), numbered as (
        select best.*, null::int as of_tag, row_number() over (
          partition by kind order by round(rank::numeric, 2) desc, popularity desc, changed_at desc, id
        ) as position
        from best where nth = 1
      ), page as (
        select id, of_tag, position from numbered where position > ${page.offset} and position <= ${page.offset + page.limit}
      )
    `,
  )
}

/**
 * Sorting by an expression stops the planner from scanning the time index, which it prefers because it treats text
 * matching as free.
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

/** Popularity of the article `a`, in steps: of two similarly popular articles, the newer wins. */
export const popularity = sql`coalesce((select floor(log(2, 1 + r.reads)) from article_reads r where r.article_id = a.id), 0)`
