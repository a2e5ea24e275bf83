import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { openDatabase } from './database.ts'

const { db, pool, connection } = await createTestDatabase()

it('reads bigint as number, timestamptz as Date and date as text', async () => {
  const { rows } = await sql`
    SELECT count(*) AS count, 9007199254740991::bigint AS large,
      '2026-02-03T04:05:06.789+02'::timestamptz AS at, '2026-02-03'::date AS day`.execute(db)
  expect(rows).toEqual([
    { count: 1, large: 9007199254740991, at: new Date('2026-02-03T02:05:06.789Z'), day: '2026-02-03' },
  ])
})

it('refuses a bigint that a number cannot hold', async () => {
  await expect(pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow('does not fit a number')
})

it('ends a statement that takes too long', async () => {
  const hasty = openDatabase({ connection, log: console, statementTimeoutMs: 50 })
  await expect(hasty.pool.query('SELECT pg_sleep(5)')).rejects.toThrow('statement timeout')
  await hasty.close()
})

it('continues with a new connection after the server closed one', async () => {
  const warnings: unknown[] = []
  const other = openDatabase({ connection, log: { warn: (message: unknown) => warnings.push(message) }, poolSize: 1 })
  const { rows } = await other.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => warnings).toHaveLength(1)
  expect((await other.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  await other.close()
})

it('accepts a URL', async () => {
  const url = `postgres://${connection.user}@${encodeURIComponent(connection.host)}/${connection.database}`
  const other = openDatabase({ connection: { url }, log: console })
  expect((await other.pool.query('SELECT current_database() AS name')).rows).toEqual([{ name: connection.database }])
  await other.close()
})

it('fails only the request whose connection is lost in a transaction', async () => {
  const cut = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    // From another connection, while this one is idle.
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await delay(100)
    await sql`select 1`.execute(trx)
  })
  await expect(cut).rejects.toThrow()
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
