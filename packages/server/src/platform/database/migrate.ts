// Forward-only migrations: every *.sql file of a folder runs once, in order of the names (which start with a
// timestamp), each in its own transaction together with its row in schema_migrations. An advisory lock allows
// concurrent starts. A file that changed after it was applied stops the start, because the schema would differ from the
// files, unless a line `-- formerly HASH` in it declares that what was applied then has the same result.
//
// A file with the line `-- no transaction` builds indexes on tables that people write to in the meantime. It contains only
// `create index concurrently if not exists`. If it is interrupted, the next start removes the index that was left
// incomplete and continues.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { StartupError } from '../config/startup-error.ts'

export interface MigrateOptions {
  pool: pg.Pool
  directory: string
  log: Pick<BaseLogger, 'info'>
  /** Default: all of the folder. Throws a StartupError if one is not there. */
  only?: ReadonlySet<string>
}

interface Migration {
  name: string
  sql: string
  hash: string
  /** Of former contents with the same result. */
  formerHashes: readonly string[]
  isInTransaction: boolean
}

/** Any number that no other program locks in the same database. */
const LOCK_KEY = 4_872_093_316

const lockPollMs = 200

/** Returns the names of the files applied now. */
export async function migrate({ pool, directory, log, only }: MigrateOptions): Promise<string[]> {
  const all = readMigrations(directory)
  const missing = [...(only ?? [])].find((name) => !all.some((migration) => migration.name === name))
  if (missing !== undefined)
    throw new StartupError(`This Knowreel does not know the migration ${missing}: use a newer one.`)
  const migrations = all.filter(({ name }) => only === undefined || only.has(name))
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await lock(client)
    const pending = findPending(migrations, await readApplied(client))
    for (const migration of pending) {
      await apply(client, migration)
      log.info(`Applied migration ${migration.name}`)
    }
    return pending.map((migration) => migration.name)
  } finally {
    // Closing the session releases the lock and the setting, also after an error.
    client.release(true)
  }
}

/** A statement that waits for the lock would hold a snapshot, for which building an index waits: a deadlock. */
async function lock(client: pg.PoolClient): Promise<void> {
  const tryLock = async () => {
    const { rows } = await client.query<{ is_locked: boolean }>('SELECT pg_try_advisory_lock($1) AS is_locked', [
      LOCK_KEY,
    ])
    return rows[0]?.is_locked === true
  }
  while (!(await tryLock())) await delay(lockPollMs)
}

/** Which migrations of the folder the database lacks, and which of the database the folder lacks. Changes nothing. */
export async function compareMigrations({ pool, directory }: Pick<MigrateOptions, 'pool' | 'directory'>) {
  const known = readMigrations(directory).map(({ name }) => name)
  const found = await pool.query<{ is_there: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there`,
  )
  const { rows } = found.rows[0]?.is_there
    ? await pool.query<{ name: string }>('SELECT name FROM schema_migrations')
    : { rows: [] }
  const applied = new Set(rows.map(({ name }) => name))
  return {
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)),
  }
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      if (!/^\d{8}T\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
        throw new StartupError(`Migration ${name} must be named like 20260131T0930_what_it_does.sql`)
      }
      const sql = readFileSync(path.join(directory, name), 'utf8')
      return {
        name,
        sql,
        hash: createHash('sha256').update(sql).digest('hex'),
        formerHashes: [...sql.matchAll(/^-- formerly ([\da-f]{64})$/gm)].map(([, hash = '']) => hash),
        isInTransaction: !/^-- no transaction$/m.test(sql),
      }
    })
}

async function readApplied(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      hash text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM schema_migrations')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

function findPending(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new StartupError(
      `The database has migration ${unknown}, which this Knowreel does not know: start a newer one.`,
    )
  }
  return migrations.filter(({ name, hash, formerHashes }) => {
    const hashThen = applied.get(name)
    if (hashThen !== undefined && hashThen !== hash && !formerHashes.includes(hashThen)) {
      throw new StartupError(`Migration ${name} was changed after it was applied: put it back and add a new one.`)
    }
    return hashThen === undefined
  })
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { name, sql, hash, isInTransaction } = migration
  const record = () => client.query('INSERT INTO schema_migrations (name, hash) VALUES ($1, $2)', [name, hash])
  try {
    if (isInTransaction) {
      await client.query('BEGIN')
      await client.query(sql)
      await record()
      await client.query('COMMIT')
    } else {
      await buildIndexes(client, sql)
      await record()
    }
  } catch (error) {
    throw new StartupError(
      `Migration ${name} failed and ${isInTransaction ? 'changed nothing' : 'is continued by the next start'}: ${
        error instanceof Error ? error.message : String(error)
      }`,
      { cause: error },
    )
  }
}

async function buildIndexes(client: pg.PoolClient, sql: string): Promise<void> {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  for (const statement of statements) {
    const name = /^create (?:unique )?index concurrently if not exists (\w+) /i.exec(statement)?.[1]
    if (name === undefined) throw new Error(`without a transaction, this cannot be repeated: ${statement}`)
    const { rowCount } = await client.query(
      `SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relname = $1 AND NOT i.indisvalid AND pg_table_is_visible(c.oid)`,
      [name],
    )
    if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await client.query(statement)
  }
}
