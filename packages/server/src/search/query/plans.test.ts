/** Searches of 20,000 entries use the indexes: none reads the whole table. */
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import type { Member } from '../../access/index.ts'
import { buildCompany } from '../../company/company.builder.ts'
import type { Trx } from '../../platform/database/db.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { readSought } from '../history/history.queries.ts'
import { renewTerms } from '../index/indexer.queries.ts'
import { toSearchVector } from '../index/search-vector.ts'
import { searchEverything } from './global-search.ts'
import { createRankedResultCache, type RankedResultCache } from './ranked-results.ts'
import { createTermStatistics } from './term-statistics.ts'

const articleCount = 2000
const entriesPerArticle = 10

const { db } = await createTestDatabase()
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const member: Member = {
  sessionId: '',
  userId: company.owner.id,
  isSuperAdmin: false,
  company: { id: company.id, isActivated: true, isPaid: true, role: 'owner', status: 'active' },
}
const ids = Array.from({ length: articleCount }, () => newId())

/** Of each article, its title, a tag, and texts; one word is in every text, and each other one in one article. */
const entriesOf = (n: number) =>
  Array.from({ length: entriesPerArticle }, (_, part) => {
    const [kind, content] =
      part === 0
        ? ['article', `Manual number${n}`]
        : part === 1
          ? ['tag', `topic${n % 100}`]
          : ['articleNotes', `The common word and rare${n} in part ${part}, with some more words around it.`]
    return {
      id: ids[n],
      kind,
      part: part === 1 ? content : `part ${part}`,
      content,
      terms: toSearchVector(content ?? ''),
    }
  })

beforeAll(async () => {
  await sql`
    insert into articles (id, short_id, slug, company_id, author_id, workspace_id, title, tags, published_at, updated_at)
    select id, short_id, 'a', ${company.id}, ${company.owner.id}, ${workspace.id}, 'Manual number' || n - 1,
      array['topic' || (n - 1) % 100], now(), now() - n * interval '1 minute'
    from unnest(${ids}::uuid[], ${ids.map(() => newShortId())}::text[]) with ordinality as a (id, short_id, n)
  `.execute(db)
  const entries = ids.flatMap((_, n) => entriesOf(n))
  await sql`
    insert into search_entries
      (kind, company_id, workspace_id, article_id, part, content, folded, hash, terms, changed_at)
    select kind, ${company.id}, ${workspace.id}, e.id, part, content,
      case kind when 'articleNotes' then '' else lower(content) end, '', terms::tsvector, a.updated_at
    from unnest(
      ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ part }) => part)}::text[], ${entries.map(({ content }) => content)}::text[],
      ${entries.map(({ terms }) => terms)}::text[]
    ) as e (id, kind, part, content, terms)
    join articles a on a.id = e.id
  `.execute(db)
  await sql`
    insert into search_entries (kind, company_id, workspace_id, content, folded, hash, terms, changed_at)
    values ('workspace', ${company.id}, ${workspace.id}, 'Support runbooks', 'support runbooks', '', '', now())
  `.execute(db)
  await sql`delete from search_changes`.execute(db)
  await sql`vacuum analyze search_entries, articles, workspaces`.execute(db)
  await renewTerms(db)
}, 60_000)

const statistics = createTermStatistics(db)

const search = (trx: Trx, typed: string, rankedResults: RankedResultCache) =>
  searchEverything({ db: trx, statistics, rankedResults }, member, { typed, category: undefined, page: 1, skip: 0 })

const unranked: RankedResultCache = { find: () => Promise.resolve(null) }

async function readScans(trx: Trx): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'search_entries'
  `.execute(trx)
  return rows[0]?.scans ?? Number.NaN
}

/** PostgreSQL plans a statement for its values at first, and once for all values after some runs. */
const planModes = ['force_custom_plan', 'force_generic_plan'] as const

/** What `run` returns, and how often it read all entries. */
const countScans = <Result>(
  mode: (typeof planModes)[number],
  run: (trx: Trx) => Promise<Result>,
): Promise<{ result: Result; scans: number }> =>
  db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = ${sql.lit(mode)}`.execute(trx)
    // PostgreSQL adds up what a connection did in the last second, also in other transactions.
    const before = await readScans(trx)
    return { result: await run(trx), scans: (await readScans(trx)) - before }
  })

const searches = {
  'a rare word': 'rare1234',
  'a frequent word': 'common',
  'a frequent and a rare word': 'common rare77',
  'the beginning of a title': 'manual numb',
  'a filter by tag': 'tag:topic7 common',
  'a filter by tag alone': 'tag:topic7',
  'a filter by workspace': 'in:runbooks rare55',
  'a filter by author': 'by:okafor common',
  'a word with a typo': 'manaul',
  'a question': 'Which part has the words common and rare99 in it?',
}

describe.each(planModes)('with %s, the whole index is not read', (mode) => {
  test.each(Object.entries(searches))('for %s', async (_name, typed) => {
    const { result, scans } = await countScans(mode, (trx) => search(trx, typed, unranked))
    expect(result.length).toBeGreaterThan(0)
    expect(scans).toBe(0)
  })

  test.each(['rare1234', 'common', 'manual numb'])('for the repeated search "%s"', async (typed) => {
    const { result, scans } = await countScans(mode, async (trx) => {
      const ranked = createRankedResultCache(trx)
      // Remembered first, then ranked, then picked from what was ranked.
      for (let n = 0; n < 3; n++) await search(trx, typed, ranked)
      return search(trx, typed, ranked)
    })
    expect(result.length).toBeGreaterThan(0)
    expect(scans).toBe(0)
  })

  test('for the history', async () => {
    const nothing = { fileId: null, folded: '', excerpt: null, position: 0, page: null }
    const sought = Array.from({ length: 50 }, (_, n) => [
      { ...nothing, kind: 'article' as const, subjectId: ids[n] ?? '', part: 'part 0' },
      { ...nothing, kind: 'articleNotes' as const, subjectId: ids[n] ?? '', part: 'part 2', excerpt: 'common word' },
      { ...nothing, kind: 'tag' as const, subjectId: null, part: `topic${n}`, folded: `topic${n}` },
    ]).flat()
    const { result, scans } = await countScans(mode, (trx) => readSought(trx, member, sought))
    expect(result).toHaveLength(150)
    expect(scans).toBe(0)
  })
})

test('a search that may use no index is counted', async () => {
  const { scans } = await countScans('force_custom_plan', async (trx) => {
    await sql`set local enable_indexscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    await search(trx, searches['a rare word'], unranked)
  })
  expect(scans).toBeGreaterThan(0)
})
