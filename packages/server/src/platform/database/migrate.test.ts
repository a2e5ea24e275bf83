import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { openDatabase } from './database.ts'
import { compareMigrations, migrate } from './migrate.ts'

const { pool, connection } = await createTestDatabase()
const directory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-migrations-'))
const log = { info() {} }

const FIRST = '20260101T0900_first.sql'
const SECOND = '20260101T0930_second.sql'

beforeEach(async () => {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  for (const name of [FIRST, SECOND]) rmSync(path.join(directory, name), { force: true })
  write(FIRST, 'CREATE TABLE first (n int)')
})
afterAll(() => rmSync(directory, { recursive: true }))

function write(name: string, sql: string) {
  writeFileSync(path.join(directory, name), sql)
}

/** Of the first table, by name. */
async function indexes() {
  const { rows } = await pool.query<{ name: string; isValid: boolean }>(
    `SELECT i.indexrelid::regclass::text AS name, i.indisvalid AS "isValid"
     FROM pg_index i WHERE i.indrelid = 'first'::regclass ORDER BY name`,
  )
  return rows
}

it('applies every file once, in order of the names', async () => {
  write(SECOND, 'ALTER TABLE first ADD COLUMN m int')
  expect(await migrate({ pool, directory, log })).toEqual([FIRST, SECOND])
  expect(await migrate({ pool, directory, log })).toEqual([])
  const { rows } = await pool.query(
    'SELECT name, length(hash) AS length, applied_at FROM schema_migrations ORDER BY name',
  )
  expect(rows).toEqual([
    { name: FIRST, length: 64, applied_at: expect.any(Date) },
    { name: SECOND, length: 64, applied_at: expect.any(Date) },
  ])
})

it('leaves nothing of a file that fails halfway, and keeps those before it', async () => {
  write(SECOND, 'CREATE TABLE second (n int); SELECT 1 / 0')
  await expect(migrate({ pool, directory, log })).rejects.toThrow(`Migration ${SECOND} failed`)
  const { rows } = await pool.query("SELECT to_regclass('first') AS first, to_regclass('second') AS second")
  expect(rows).toEqual([{ first: 'first', second: null }])
  write(SECOND, 'CREATE TABLE second (n int)')
  expect(await migrate({ pool, directory, log })).toEqual([SECOND])
})

it('stops at a file that was changed after it was applied', async () => {
  await migrate({ pool, directory, log })
  write(FIRST, 'CREATE TABLE first (n bigint)')
  await expect(migrate({ pool, directory, log })).rejects.toThrow(`Migration ${FIRST} was changed`)
})

it('stops at a database migrated by a newer version', async () => {
  write(SECOND, 'SELECT 1')
  await migrate({ pool, directory, log })
  rmSync(path.join(directory, SECOND))
  await expect(migrate({ pool, directory, log })).rejects.toThrow(
    `has migration ${SECOND}, which this Knowreel does not know`,
  )
})

it('applies each file once when processes start concurrently', async () => {
  write(SECOND, 'SELECT pg_sleep(0.1); CREATE TABLE second (n int)')
  const others = [1, 2, 3].map(() => openDatabase({ connection, log: console, poolSize: 1 }))
  const applied = await Promise.all(others.map((other) => migrate({ pool: other.pool, directory, log })))
  await Promise.all(others.map((other) => other.close()))
  expect(applied.flat().toSorted()).toEqual([FIRST, SECOND])
})

it('accepts a changed file that names what was applied, and applies it where it was not', async () => {
  write(SECOND, 'CREATE TABLE second (n int)')
  await migrate({ pool, directory, log })
  const hash = createHash('sha256').update('CREATE TABLE second (n int)').digest('hex')
  write(SECOND, `-- formerly ${hash}\nCREATE TABLE second (n integer)`)
  expect(await migrate({ pool, directory, log })).toEqual([])
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  expect(await migrate({ pool, directory, log })).toEqual([FIRST, SECOND])
  write(SECOND, `-- formerly ${'0'.repeat(64)}\nCREATE TABLE second (n bigint)`)
  await expect(migrate({ pool, directory, log })).rejects.toThrow(`Migration ${SECOND} was changed`)
})

it('builds indexes outside a transaction, once when processes start concurrently', async () => {
  write(
    SECOND,
    `-- no transaction
-- Two; of the same column.
create index concurrently if not exists first_n on first (n);
create index concurrently if not exists first_small on first (n) where n < 10;
`,
  )
  const others = [1, 2, 3].map(() => openDatabase({ connection, log: console, poolSize: 1 }))
  const applied = await Promise.all(others.map((other) => migrate({ pool: other.pool, directory, log })))
  await Promise.all(others.map((other) => other.close()))
  expect(applied.flat().toSorted()).toEqual([FIRST, SECOND])
  expect(await indexes()).toEqual([
    { name: 'first_n', isValid: true },
    { name: 'first_small', isValid: true },
  ])
})

it('continues after an interrupted build: removes the incomplete index and builds it again', async () => {
  await migrate({ pool, directory, log })
  await pool.query('INSERT INTO first VALUES (1), (1)')
  write(
    SECOND,
    `-- no transaction
create index concurrently if not exists first_small on first (n) where n < 10;
create unique index concurrently if not exists first_n on first (n);
`,
  )
  // As after a kill in the middle: PostgreSQL leaves an index that it does not use.
  await expect(migrate({ pool, directory, log })).rejects.toThrow(
    `Migration ${SECOND} failed and is continued by the next start`,
  )
  expect(await indexes()).toEqual([
    { name: 'first_n', isValid: false },
    { name: 'first_small', isValid: true },
  ])
  await pool.query('DELETE FROM first')
  expect(await migrate({ pool, directory, log })).toEqual([SECOND])
  expect((await indexes()).every(({ isValid }) => isValid)).toBe(true)
})

it('refuses anything else without a transaction, because it could not be repeated', async () => {
  write(SECOND, '-- no transaction\nALTER TABLE first ADD COLUMN m int;')
  await expect(migrate({ pool, directory, log })).rejects.toThrow('cannot be repeated')
  const { rows } = await pool.query('SELECT * FROM schema_migrations')
  expect(rows).toHaveLength(1)
})

it('compares migrations without changing anything', async () => {
  write(SECOND, 'SELECT 1')
  await migrate({ pool, directory, log })
  expect(await compareMigrations({ pool, directory })).toEqual({ pending: [], unknown: [] })
  await pool.query(`INSERT INTO schema_migrations (name, hash) VALUES ('20991201T1000_future.sql', 'x')`)
  await pool.query('DELETE FROM schema_migrations WHERE name = $1', [SECOND])
  const { pending, unknown } = await compareMigrations({ pool, directory })
  expect(unknown).toEqual(['20991201T1000_future.sql'])
  expect(pending).toHaveLength(1)
})
