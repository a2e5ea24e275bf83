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
