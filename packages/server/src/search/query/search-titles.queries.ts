/** The statements that search titles and tags. */
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import { maxRanked, newestOfFew, pageOfNumbered, rankWeights, visible, type Page } from './candidates.ts'
import { isReachable, matchesFilters, type Filters } from './reach.ts'
import { readPage, type ResultRow } from './result-rows.queries.ts'

export type TitleSearch = {
  readonly kinds: readonly EntryKind[]
  /** In `tsquery` notation; null for filters without words. */
  readonly terms: string | null
  readonly folded: string
  readonly filters: Filters
  readonly page: Page
}

/** A tag has an entry for each of its articles, which are counted. */
const entriesPerTag = 5

/** In bytes, as the index compares; "like" with an unknown pattern would read the index of similar titles. */
const isPrefix = (folded: string) => sql`e.folded ~>=~ ${folded} and e.folded ~<~ ${`${folded}\u{10ffff}`}`

/**
 * `candidates`: entries of each kind whose title is the text, begins with it, or has its words. Of many, the newest
 * `limit`; `tables` contain the entry `e`.
 */
export function titleCandidates(
  { kinds, terms, folded }: Pick<TitleSearch, 'kinds' | 'terms' | 'folded'>,
  { isAllowed, tables, limit }: { isAllowed: RawBuilder<unknown>; tables: RawBuilder<unknown>; limit: number },
): RawBuilder<unknown> {
  const isOfKind = sql`e.is_title and e.kind = any(${kinds}::text[]) and ${isAllowed}`
  const found = (condition: RawBuilder<unknown>) => sql`(
    select e.id, e.kind, row_number() over (partition by e.kind order by e.folded = ${folded} desc, ${newestOfFew}) as age
    from ${tables} where ${isOfKind} and ${condition}
  )`
  const ways = [terms === null ? sql`true` : sql`e.terms @@ ${terms}::tsquery`]
  if (folded !== '') ways.push(isPrefix(folded))
  return sql`candidates as materialized (
    select e.*, e.folded = ${folded} as is_same, ${isPrefix(folded)} as is_prefix,
      ${terms === null ? sql`0` : sql`ts_rank(${rankWeights}, e.terms, ${terms}::tsquery, 1)`} as rank
    from (
      ${sql.join(
        ways.map(
          (way) => sql`select id from ${found(way)} x
            where age <= ${limit} or (kind = 'tag' and age <= ${limit * entriesPerTag})`,
        ),
        sql` union `,
      )}
    ) candidate join search_entries e using (id)
  )`
}

/** Candidates of each kind that are enough for the page: whole blocks. */
const toLimit = ({ offset, limit }: Page): number => Math.ceil((offset + limit) / maxRanked) * maxRanked

/**
 * Titles of a kind: the same title first, then those that begin with the text, then by rank, then the newest; without
 * words, the newest. Of many, the newest 300 are ranked first, then the next ones, so that a page does not depend on how
 * many candidates were read.
 */
export function searchTitles(db: Db, member: Member, search: TitleSearch): Promise<ResultRow[]> {
  const candidates = titleCandidates(search, {
    isAllowed: sql`e.company_id = ${member.company.id} and ${isReachable} and ${matchesFilters(search.filters)}`,
    tables: sql`search_entries e, reach`,
    limit: toLimit(search.page),
  })
  return readPage(
    db,
    member,
    search.filters,
    sql`
      ${candidates}, ${visible(member)}, ranked as (
        select e.*, ${ofTag}, ${blockOfTitles} as block from visible e
      ), numbered as (
        select ranked.*, row_number() over (
          partition by kind order by ${search.terms === null ? sql`changed_at desc, id` : titleOrder}
        ) as position
        from ranked where nth = 1
      ), ${pageOfNumbered(search.page)}
    `,
  )
}

/** A tag is one result, whichever articles have it. */
const ofTag = sql`
  row_number() over (partition by e.kind, case when e.kind = 'tag' then e.part else e.id::text end order by e.id) as nth,
  count(*) over (partition by e.kind, case when e.kind = 'tag' then e.part else e.id::text end) as of_tag`

/** The candidates that are ranked together. Tags are not cut: they sort by name. */
export const blockOfTitles = sql`case when e.kind = 'tag' then 0 else (row_number() over (
  partition by e.kind order by e.is_same desc, e.changed_at desc, e.id
) - 1) / ${maxRanked} end`

/** Tags have no date and no read count. */
export const titleOrder = sql`block, is_same desc, is_prefix desc, round(rank::numeric, 2) desc,
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
      alike as (
        select e.*, word_similarity(${folded}, e.folded) as likeness,
          row_number() over (partition by e.kind order by word_similarity(${folded}, e.folded) desc, ${newestOfFew}) as age
        from search_entries e, reach
        where e.is_title and e.company_id = ${member.company.id} and e.kind = any(${kinds}::text[])
          and (${folded} <% e.folded or e.terms @@ ${terms}::tsquery) and ${isReachable} and ${matchesFilters(filters)}
      ), candidates as materialized (
        select * from alike where age <= ${maxRanked}
      ), ${visible(member)}, compared as (
        select e.*, ${ofTag} from visible e
      ), numbered as (
        select *, row_number() over (partition by kind order by likeness desc, changed_at desc, id) as position
        from compared where nth = 1
      ), ${pageOfNumbered(page)}
    `,
  )
}
