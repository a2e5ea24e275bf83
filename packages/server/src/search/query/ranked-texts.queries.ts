import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import { isArticleVisible } from './reach.ts'
import {
  maxRanked,
  maxWalked,
  newestOfFew,
  popularity,
  rankWeights,
  run,
  shownAt,
  unitsOf,
  searchExcerptLength,
  withExcerpts,
  titlePage,
  type ResultRow,
  type TextSearch,
  type TitleSearch,
} from './search.queries.ts'

/** The matching texts of a company, best first, without regard to permissions. Valid as long as the index of the company has this version. */
export type RankedTexts = {
  readonly version: number
  readonly kinds: ReadonlyMap<EntryKind, RankedKind>
}

/** Ids as PostgreSQL reads arrays. */
type RankedKind = {
  readonly entryIds: string
  readonly articleIds: string
  readonly shownAts: string
  /** No other text of this kind matches. */
  readonly isComplete: boolean
}

type RankedRow = {
  kind: EntryKind
  version: number
  ids: string
  articleIds: string
  shownAts: string
  matched: number
  walked: number
}

/** The best of the newest texts of a company, of each of these kinds. */
export async function rankTexts(
  db: Db,
  companyId: string,
  { kinds, terms, ranking, isFrequent, shownWord }: Omit<TextSearch, 'filters' | 'page'>,
): Promise<RankedTexts> {
  const ofKind = sql`e.company_id = ${companyId} and e.kind = wanted.kind`
  const walk = sql`select e.* from search_entries e where ${ofKind} order by e.changed_at desc limit ${maxWalked} offset 0`
  const matching = isFrequent
    ? sql`select * from (${walk}) walked where (terms @@ ${terms}::tsquery) is true limit ${maxRanked}`
    : sql`select e.* from search_entries e where not e.is_title and e.terms @@ ${terms}::tsquery and ${ofKind}
        order by ${newestOfFew} limit ${maxRanked}`
  const { rows } = await sql<RankedRow>`
    select wanted.kind, coalesce((select version from search_versions where company_id = ${companyId}), 0) as version,
      found.*, ${isFrequent ? sql`(select count(*) from (${walk}) walked)` : sql`0`}::int as walked
    from unnest(${kinds}::text[]) as wanted (kind)
    cross join lateral (
      with candidates as materialized (${matching}),
      ranked as (
        select e.*, (
          select sum(unit.weight * ts_rank(${rankWeights}, e.terms, unit.terms, 1)) from ${unitsOf(ranking)}
        ) as rank from candidates e
      ), best as (
        select ranked.*, row_number() over (partition by article_id, part, file_id order by rank desc, starts_at) as nth
        from ranked
      ), sorted as (
        select best.id, best.article_id, ${shownAt(shownWord)} as shown_at from best join articles a on a.id = best.article_id where nth = 1
        order by round(rank::numeric, 2) desc, ${popularity} desc, changed_at desc, best.id
      )
      select coalesce(array_agg(id), '{}')::text as ids, coalesce(array_agg(article_id), '{}')::text as "articleIds",
        coalesce(array_agg(shown_at), '{}')::text as "shownAts",
        (select count(*) from candidates)::int as matched
      from sorted
    ) found
  `.execute(db)
  const toRanked = ({ ids, articleIds, shownAts, matched, walked }: RankedRow): RankedKind => ({
    entryIds: ids,
    articleIds,
    shownAts,
    isComplete: matched < maxRanked && walked < maxWalked,
  })
  return { version: rows[0]?.version ?? 0, kinds: new Map(rows.map((row) => [row.kind, toRanked(row)])) }
}

export type PickedTexts = {
  readonly rows: readonly ResultRow[]
  /** The index has changed since; then there are only titles. */
  readonly isOutdated: boolean
  /** Other texts than the ranked ones may belong to the page. */
  readonly isShort: boolean
  /** The person has drafts, which are not among the ranked texts. */
  readonly hasDrafts: boolean
}

/** The page of titles, and that of ranked texts that the person may see now. */
export async function pickRanked(
  db: Db,
  member: Member,
  ranked: RankedTexts,
  titles: TitleSearch,
): Promise<PickedTexts> {
  const { page } = titles
  const pages = Array.from(
    ranked.kinds.values(),
    ({ entryIds, articleIds, shownAts }) => sql`(
      select picked.id, picked.shown_at, picked.nth as place from (
        select c.id, c.shown_at, c.nth
        from unnest(${entryIds}::bigint[], ${articleIds}::uuid[], ${shownAts}::int[])
          with ordinality as c (id, article_id, shown_at, nth)
        cross join reach
        where reach.version = ${ranked.version}
          and (select ${isArticleVisible(member)} from articles a where a.id = c.article_id)
        order by c.nth limit ${page.limit} offset ${page.offset}
      ) picked
    )`,
  )
  const rows = await run(
    db,
    member,
    {},
    sql`
      ${titlePage(member, titles)}, chosen as (
        select e.*, null::int as of_tag, picked.place, picked.shown_at
        from (${sql.join(pages, sql` union all `)}) picked join search_entries e on e.id = picked.id
      ), text_page as (${withExcerpts(searchExcerptLength)}),
      page as (select * from title_page union all select * from text_page)
    `,
  )
  const found = rows.filter(({ kind }) => kind !== null)
  const countOf = (kind: EntryKind) => found.filter((row) => row.kind === kind).length
  return {
    rows: found,
    isOutdated: rows[0]?.version !== ranked.version,
    isShort: [...ranked.kinds].some(([kind, { isComplete }]) => !isComplete && countOf(kind) < page.limit),
    hasDrafts: rows[0]?.hasDrafts === true,
  }
}
