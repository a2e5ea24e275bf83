/** The statement that searches texts: notes, attachments, speech and text on the screen. */
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import {
  maxFrequentRanked,
  maxRanked,
  newestOfFew,
  pageOfNumbered,
  rankWeights,
  visible,
  type Page,
} from './candidates.ts'
import { isReachable, matchesFilters, type Filters } from './reach.ts'
import { readPageAndCandidates, type ResultRow } from './result-rows.queries.ts'
import type { TermWeights } from './result-location.ts'

export type TextSearch = {
  readonly kinds: readonly EntryKind[]
  /** Finds the candidates. */
  readonly terms: string
  /** Units and their weight, which determine the order. */
  readonly ranking: readonly { readonly terms: string; readonly weight: number }[]
  /**
   * 0: few texts match, which are found by their terms. Otherwise the share of the company's texts that match; these
   * are found by reading the newest texts one after the other.
   */
  readonly frequentShare: number
  /** Weights of the terms, which choose the excerpt of a text. */
  readonly weights: TermWeights
  readonly filters: Filters
  readonly page: Page
}

/** Texts that are read one after the other, and how many times as many as should be needed. */
const maxWalked = 3000
const walkReserve = 4
/** Ranking so many takes a third of a second. */
const maxCandidates = 4800

/** Two arrays, so that the statement has the same text for any number of words. */
export const rankOf = (ranking: TextSearch['ranking']): RawBuilder<unknown> => sql`(
  select sum(unit.weight * ts_rank(${rankWeights}, e.terms, unit.terms, 1)) from unnest(
    ${ranking.map((unit) => unit.terms)}::text[]::tsquery[], ${ranking.map(({ weight }) => weight)}::float8[]
  ) as unit (terms, weight)
)`

/** The newest `count` entries `e` of one kind that match and fulfil the conditions; `reach` may be one of the tables. */
export function newestMatching(
  { terms, frequentShare }: Pick<TextSearch, 'terms' | 'frequentShare'>,
  { isOfKind, tables, count }: { isOfKind: RawBuilder<unknown>; tables: RawBuilder<unknown>; count: number },
): RawBuilder<unknown> {
  const byTerms = (condition = sql``) => sql`(
    select e.* from ${tables} where not e.is_title and e.terms @@ ${terms}::tsquery and ${isOfKind} ${condition}
    order by ${newestOfFew} limit ${count}
  )`
  if (frequentShare === 0) return byTerms()
  const walked = Math.min(maxWalked, Math.ceil((walkReserve * count) / frequentShare))
  // A word that many texts have may be rare in those of the person. `offset 0` prevents pushing the term filter into the
  // subquery, which must follow the index order; the rows are read only as far as the limit needs them.
  return sql`(
    with walked as materialized (
      select e.id, e.terms from ${tables} where ${isOfKind} order by e.changed_at desc, e.id limit ${walked} offset 0
    ), newest as materialized (
      select id from walked where (terms @@ ${terms}::tsquery) is true limit ${count}
    ), known as materialized (
      select case when (select count(*) from newest) = ${count} then true
        else (select count(*) from walked) < ${walked} end as is_complete
    )
    select e.* from newest join search_entries e using (id) where (select is_complete from known)
    union all
    ${byTerms(sql`and not (select is_complete from known)`)}
  )`
}

/**
 * Matching texts, best first; one result per tab. Of many, a block of the newest is ranked first, then the next block, so
 * that a page does not depend on how many candidates were read. `effort`: candidates for each result of the page.
 */
export async function searchTexts(db: Db, member: Member, search: TextSearch, effort = 1): Promise<ResultRow[]> {
  const { kinds, terms, ranking, frequentShare, page } = search
  const isAllowed = sql`e.company_id = ${member.company.id} and ${isReachable} and ${matchesFilters(search.filters)}`
  const rankedTogether = frequentShare === 0 ? maxRanked : maxFrequentRanked
  const count = Math.ceil((effort * (page.offset + page.limit)) / rankedTogether) * rankedTogether
  // Few, and found without the index of terms.
  const ofDrafts = (kind: EntryKind) => sql`(
    select e.* from reach cross join unnest(reach.drafts) as mine (id)
    join search_entries e on e.article_id = mine.id and e.kind = ${kind}
    where e.terms @@ ${terms}::tsquery and ${isAllowed}
  )`
  const published = (kind: EntryKind) =>
    newestMatching(search, {
      isOfKind: sql`e.kind = ${kind} and ${isAllowed}`,
      tables: sql`search_entries e, reach`,
      count,
    })
  const { rows, candidates } = await readPageAndCandidates(
    db,
    member,
    search.filters,
    sql`
      candidates as materialized (
        ${sql.join(
          kinds.map((kind) => (isTextOfDraft(kind) ? ofDrafts(kind) : published(kind))),
          sql` union all `,
        )}
      ), ${visible(member)}, together as (
        select e.*, (row_number() over (partition by kind order by changed_at desc, id) - 1) / ${rankedTogether} as block
        from visible e
      ), ranked as (
        select e.*, ${rankOf(ranking)} as rank from together e
      ), best as (
        select ranked.*, row_number() over (
          partition by kind, article_id, part, file_id order by block, rank desc, starts_at
        ) as nth
        from ranked
      ), numbered as (
        select best.*, null::int as of_tag, row_number() over (
          partition by kind order by block, round(rank::numeric, 2) desc, popularity desc, changed_at desc, id
        ) as position
        from best where nth = 1
      ), ${pageOfNumbered(page)}
    `,
  )
  // Many candidates may be pieces of one file, and then others must follow them.
  const isCut = (kind: EntryKind) => !isTextOfDraft(kind) && (candidates[kind] ?? 0) >= count
  const toContinue = kinds.filter(
    (kind) => isCut(kind) && rows.filter((row) => row.kind === kind).length < page.limit && count < maxCandidates,
  )
  if (toContinue.length === 0) return rows
  const others = rows.filter(({ kind }) => !toContinue.includes(kind))
  return [...others, ...(await searchTexts(db, member, { ...search, kinds: toContinue }, effort * 4))]
}

const isTextOfDraft = (kind: EntryKind): boolean => kind === 'draftNotes' || kind === 'draftVideo'
