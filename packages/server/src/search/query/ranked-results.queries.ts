import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EntryKind } from '../search.tables.ts'
import { isArticleInReach } from './reach.ts'
import { readFacts, type FoundFacts } from './result-rows.queries.ts'
import { maxRanked, popularity, type Page } from './candidates.ts'
import { newestMatching, rankOf, type TextSearch } from './search-texts.queries.ts'
import { blockOfTitles, titleCandidates, titleOrder, type TitleSearch } from './search-titles.queries.ts'

/**
 * The matching entries of one kind in a company, best first, without regard to permissions. Valid as long as the index
 * of the company has this version.
 */
export type RankedKind = {
  readonly kind: EntryKind
  readonly version: number
  readonly entryIds: readonly string[]
  /** The id of the entry's article, or of its workspace if the entry is a workspace. */
  readonly subjectIds: readonly string[]
  /** Equal for entries of the same tag. */
  readonly groups: readonly number[]
  /** No other entry of this kind matches. */
  readonly isComplete: boolean
}

const versionOf = (companyId: string) =>
  sql`coalesce((select version from search_versions where company_id = ${companyId}), 0)`

type Ranking<Search> = Omit<Search, 'filters' | 'page'>

/** The best of the newest texts of a company, of each of these kinds. */
export async function rankTexts(
  db: Db,
  companyId: string,
  { kinds, terms, ranking, frequentShare }: Ranking<TextSearch>,
): Promise<RankedKind[]> {
  const matching = newestMatching(
    { terms, frequentShare },
    {
      isOfKind: sql`e.company_id = ${companyId} and e.kind = wanted.kind`,
      tables: sql`search_entries e`,
      count: maxRanked,
    },
  )
  const { rows } = await sql<Omit<RankedKind, 'groups' | 'isComplete'> & { matched: number }>`
    select wanted.kind, ${versionOf(companyId)} as version, found.*
    from unnest(${kinds}::text[]) as wanted (kind)
    cross join lateral (
      with candidates as materialized ${matching},
      ranked as (
        select e.*, ${rankOf(ranking)} as rank from candidates e
      ), best as (
        select ranked.*, row_number() over (partition by article_id, part, file_id order by rank desc, starts_at) as nth
        from ranked
      ), sorted as (
        select best.id, best.article_id from best join articles a on a.id = best.article_id where nth = 1
        order by round(rank::numeric, 2) desc, ${popularity} desc, changed_at desc, best.id
      )
      select coalesce(array_agg(id::text), '{}') as "entryIds", coalesce(array_agg(article_id::text), '{}') as "subjectIds",
        (select count(*) from candidates)::int as matched
      from sorted
    ) found
  `.execute(db)
  return rows.map(({ matched, ...ranked }) => ({ ...ranked, groups: [], isComplete: matched < maxRanked }))
}

type TitleRow = Omit<RankedKind, 'kind' | 'isComplete'> & { kind: EntryKind | null; found: number }

/** The best of the newest titles of a company, of each of these kinds that has any; with the version of the index. */
export async function rankTitles(
  db: Db,
  companyId: string,
  search: Ranking<TitleSearch>,
): Promise<{ version: number; kinds: RankedKind[] }> {
  const best = sql`filter (where position <= ${maxRanked})`
  const candidates = titleCandidates(search, {
    isAllowed: sql`e.company_id = ${companyId}`,
    tables: sql`search_entries e`,
    limit: maxRanked,
  })
  const { rows } = await sql<TitleRow>`
    with ${candidates},
    ranked as (
      select e.*, coalesce((select ${popularity} from articles a where a.id = e.article_id), 0) as popularity,
        ${blockOfTitles} as block
      from candidates e
    ), sorted as (
      select *, row_number() over (partition by kind order by ${titleOrder}) as position,
        dense_rank() over (
          partition by kind order by is_same desc, is_prefix desc, round(rank::numeric, 2) desc, part
        ) as tag_position
      from ranked
    ), of_kind as (
      select kind, count(*)::int as found,
        array_agg(id::text order by position) ${best} as "entryIds",
        array_agg(coalesce(article_id, workspace_id)::text order by position) ${best} as "subjectIds",
        array_agg(tag_position::int order by position) ${best} as groups
      from sorted group by kind
    )
    select index.version, of_kind.*
    from (select ${versionOf(companyId)} as version) index left join of_kind on true
  `.execute(db)
  return {
    version: rows[0]?.version ?? 0,
    // A kind with fewer candidates than are ranked has no others.
    kinds: rows.flatMap(({ kind, found, ...ranked }) =>
      kind === null ? [] : [{ ...ranked, kind, isComplete: found < maxRanked }],
    ),
  }
}

export type PickedEntries = {
  /** In the order of their kinds and positions. */
  readonly rows: readonly FoundFacts[]
  /** Version of the index in the snapshot in which the entries were picked. */
  readonly version: number
  /** The person has drafts, which are not among the ranked entries. */
  readonly hasDrafts: boolean
}

/**
 * The page of ranked entries of each kind that the person may see now; none if the index has another version. Most
 * people see enough of the first entries, so the others are sent only if needed.
 */
export async function pickRanked(
  db: Db,
  member: Member,
  version: number,
  ranked: readonly RankedKind[],
  page: Page,
): Promise<PickedEntries> {
  const tried = 4 * (page.offset + page.limit)
  const cut = ranked.map((kind) =>
    kind.kind === 'tag'
      ? kind
      : { ...kind, entryIds: kind.entryIds.slice(0, tried), subjectIds: kind.subjectIds.slice(0, tried) },
  )
  const pick = (from: readonly RankedKind[]) => readFacts(db, member, pageOf(from, member, version, page))
  const picked = await pick(cut)
  const isTooFew = ranked.some(
    ({ kind, entryIds }, index) =>
      entryIds.length > (cut[index]?.entryIds.length ?? 0) &&
      picked.rows.filter((row) => row.kind === kind).length < page.limit,
  )
  return isTooFew && picked.version === version ? pick(ranked) : picked
}

function pageOf(ranked: readonly RankedKind[], member: Member, version: number, page: Page): RawBuilder<unknown> {
  // Published articles: those of drafts are not ranked.
  const isVisible = sql`(
    select a.published_at is not null and ${isArticleInReach(member)} from articles a where a.id = c.subject_id
  )`
  const pick = ({ kind, entryIds, subjectIds, groups }: RankedKind) => {
    // In the notation of PostgreSQL, because the driver escapes each element of an array.
    const [ids, subjects] = [`{${entryIds.join(',')}}`, `{${subjectIds.join(',')}}`]
    if (kind === 'tag')
      return sql`(
        select min(c.id) as id, count(*) as of_tag, c.tag_position as position
        from unnest(${ids}::bigint[], ${subjects}::uuid[], ${groups}::int[]) as c (id, subject_id, tag_position)
        cross join reach
        where reach.version = ${version} and ${isVisible}
        group by c.tag_position order by c.tag_position limit ${page.limit} offset ${page.offset}
      )`
    return sql`(
      select c.id, null::bigint as of_tag, c.position
      from unnest(${ids}::bigint[], ${subjects}::uuid[]) with ordinality as c (id, subject_id, position)
      cross join reach
      where reach.version = ${version}
        and ${kind === 'workspace' ? sql`c.subject_id = any(reach.workspaces)` : isVisible}
      order by c.position limit ${page.limit} offset ${page.offset}
    )`
  }
  return sql`page as (${sql.join(ranked.map(pick), sql` union all `)})`
}
