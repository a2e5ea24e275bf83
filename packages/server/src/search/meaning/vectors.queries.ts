/** The texts whose meaning is compared, and their vectors: published notes, what is said and shown, and attachments. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { toStoredVector } from './vector-bytes.ts'

export const comparedKinds = ['articleNotes', 'articleVideo'] as const

export type UnreadText = { readonly entryId: string; readonly title: string; readonly content: string }

/** Texts without a vector of this model, the newest first. */
export async function listTextsWithoutVector(
  db: Db,
  companyId: string,
  model: string,
  limit: number,
): Promise<UnreadText[]> {
  const { rows } = await sql<UnreadText>`
    select e.id::text as "entryId", a.title, e.content
    from search_entries e
    join articles a on a.id = e.article_id and a.published_at is not null and a.deleted_at is null
    where e.company_id = ${companyId} and e.kind = any(${comparedKinds}::text[])
      and not exists (select from search_vectors v where v.entry_id = e.id and v.model = ${model})
    order by e.changed_at desc limit ${limit}
  `.execute(db)
  return rows
}

type NewVector = { readonly entryId: string; readonly vector: readonly number[] | null }

/** Null: the model refused the text. Texts that changed in the meantime are left out. */
export async function saveVectors(db: Db, model: string, vectors: readonly NewVector[]): Promise<void> {
  const stored = vectors.map(({ vector }) => (vector === null ? null : toStoredVector(vector)))
  await sql`
    insert into search_vectors (entry_id, model, signs, vector)
    select wanted.id, ${model}, wanted.signs::bit varying, decode(wanted.vector, 'hex')
    from unnest(
      ${vectors.map(({ entryId }) => entryId)}::bigint[], ${stored.map((one) => one?.signs ?? null)}::text[],
      ${stored.map((one) => one?.bytes.toString('hex') ?? null)}::text[]
    ) as wanted (id, signs, vector)
    join search_entries e on e.id = wanted.id
    for key share of e
    on conflict (entry_id) do update set model = excluded.model, signs = excluded.signs, vector = excluded.vector
  `.execute(db)
}

/** The version of the index, unless every text of it has a vector already. */
export async function findUnreadVersion(db: Db, companyId: string, model: string): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select v.version from search_versions v
    where v.company_id = ${companyId} and not exists (
      select from search_vector_states s
      where s.company_id = v.company_id and s.model = ${model} and s.version = v.version
    )
  `.execute(db)
  return rows[0]?.version ?? null
}

export async function markRead(db: Db, companyId: string, model: string, version: number): Promise<void> {
  const state = { model, version }
  await db
    .insertInto('search_vector_states')
    .values({ company_id: companyId, ...state })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(state))
    .execute()
}
