import { sql } from 'kysely'
import type { Db } from '../src/platform/database/db.ts'

/** Tables that change without a call. */
const ignoredTables = ['schema_migrations', 'job_runs']

/**
 * A checksum over every row of every table: equal checksums mean that nothing was written. For small databases only.
 */
export async function databaseChecksum(db: Db): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> all(${ignoredTables}::text[])
    order by 1
  `.execute(db)
  const sums = tables.rows.map(
    ({ name }) =>
      sql`${name} || '=' || (select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from ${sql.raw(name)} t)`,
  )
  const { rows } = await sql<{ content: string }>`
    select concat_ws(E'\n', ${sql.join(sums)}, 'jobs=' || (select count(*) from pgboss.job)) as content
  `.execute(db)
  return rows[0]?.content ?? ''
}
