/** What an installation contains, for comparing it before a company came and after it was removed. */
import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../platform/database/db.ts'

/** Accounts stay, and so do the audit log and the time when billing ended; changes for the search index are its queue. */
const keptTables = ['audit_entries', 'billing_ends', 'schema_migrations', 'job_runs', 'search_changes', 'users']

/** Say nothing about a company: they are about accounts, or the whole installation. */
export const tablesWithoutCompanies: readonly string[] = [
  'ai_preferences',
  'installation_billing',
  'installation_days',
  'one_use_tokens',
  'recovery_codes',
  // Counted again by the indexer.
  'search_term_counts',
  'search_terms',
  'two_factors',
  'user_identities',
]

export async function rowsOfTables(db: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${keptTables}) order by 1
  `.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.n ?? 0
  }
  return counts
}

/** Sorted paths. */
export async function storedFiles(dataDirectory: string): Promise<string[]> {
  const entries = await readdir(path.join(dataDirectory, 'files'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .toSorted()
}
