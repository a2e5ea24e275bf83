import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { DatabaseConnection } from '../src/platform/database/database.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import type { Tables } from '../src/platform/database/db.ts'

export interface TestDatabase<T> {
  db: Kysely<T>
  pool: pg.Pool
  connection: DatabaseConnection
}

/**
 * A migrated database without rows for this test file; `template0` makes one without tables. It goes with the run's
 * server: dropping it takes longer than making it.
 */
export async function createTestDatabase<T = Tables>({
  template = inject('templateDatabase'),
}: { template?: string } = {}): Promise<TestDatabase<T>> {
  const server = inject('databaseServer')
  const connection = { ...server, database: `test_${randomBytes(6).toString('hex')}` }
  await administer(server, `CREATE DATABASE ${connection.database} TEMPLATE ${template}`)
  const { db, pool, close } = openDatabase<T>({ connection, log: console, poolSize: 10 })
  afterAll(close)
  return { db, pool, connection }
}

async function administer(connection: DatabaseConnection, statement: string): Promise<void> {
  const { pool, close } = openDatabase({ connection, log: console, poolSize: 1 })
  try {
    await pool.query(statement)
  } finally {
    await close()
  }
}
