/**
 * Texts that mean the same as a question. The signs of the vectors are compared first, in the statement that decides what
 * the person may see; the best of those are then compared exactly.
 */
import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { isArticleInReach, isReachable } from '../query/reach.ts'
import { readPage, type ResultRow } from '../query/result-rows.queries.ts'
import { likenessOf, toStoredVector } from './vector-bytes.ts'
import { comparedKinds } from './vectors.queries.ts'

/** The embedding of a text by one model. */
export type Meaning = { readonly model: string; readonly vector: readonly number[] }

/** The newest texts of each kind that the person may see, at most this many. */
const maxCompared = 10_000
/** Compared exactly. */
const maxCandidates = 60

export async function findSimilarTexts(
  db: Db,
  member: Member,
  { model, vector }: Meaning,
  limit: number,
): Promise<ResultRow[]> {
  const wanted = toStoredVector(vector)
  if (wanted === null) return []
  const { signs, bytes } = wanted
  const ofKind = (kind: string) => sql`(
    select e.* from search_entries e, reach
    where e.company_id = ${member.company.id} and e.kind = ${kind} and ${isReachable}
    order by e.changed_at desc limit ${maxCompared}
  )`
  const rows = await readPage(
    db,
    member,
    {},
    sql`
      newest as (${sql.join(comparedKinds.map(ofKind), sql` union all `)}),
      compared as materialized (
        select e.id, e.article_id, bit_count(v.signs # ${signs}::bit varying) as distance
        from newest e join search_vectors v on v.entry_id = e.id
        where v.model = ${model} and case when length(v.signs) = ${signs.length} then true else false end
        order by distance, e.id limit ${maxCandidates * 2}
      ),
      page as (
        select c.id, null::int as of_tag, row_number() over (order by c.distance, c.id) as position
        from compared c cross join reach join articles a on a.id = c.article_id
        where ${isArticleInReach(member)} limit ${maxCandidates}
      )
    `,
  )
  const vectors = await readVectors(
    db,
    rows.map(({ entryId }) => entryId),
  )
  const likeness = (row: ResultRow) => likenessOf(bytes, vectors.get(row.entryId) ?? Buffer.alloc(0))
  return rows
    .map((row) => ({ row, likeness: likeness(row) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, limit)
    .map(({ row }) => row)
}

/** Without access checks: of entries that the person may see. */
async function readVectors(db: Db, entryIds: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ id: string; vector: Buffer }>`
    select entry_id::text as id, vector from search_vectors
    where entry_id = any(${entryIds}::bigint[]) and vector is not null
  `.execute(db)
  return new Map(rows.map(({ id, vector }) => [id, vector]))
}
