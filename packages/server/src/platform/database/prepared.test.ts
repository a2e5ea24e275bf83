import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { prepareStatement } from './prepared.ts'

const { db } = await createTestDatabase()

test('a prepared statement is parsed once per connection, and gets other values with each run', async () => {
  const add = prepareStatement<{ one: number; other: number }, { sum: number }>((db, value) =>
    db.selectNoFrom(sql<number>`${value('one')}::int + ${value('other')}::int /* prepared for a test */`.as('sum')),
  )
  await db.connection().execute(async (connection) => {
    for (let one = 1; one <= 8; one++) expect(await add(connection, { one, other: 10 })).toEqual([{ sum: one + 10 }])
    const { rows } = await sql<{ name: string; runs: number }>`
      select name, generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%prepared for a test%'
    `.execute(connection)
    expect(rows).toEqual([{ name: expect.stringMatching(/^s\d+$/), runs: 8 }])
  })
})

test('a prepared statement runs inside a transaction and on every connection of the pool', async () => {
  const echo = prepareStatement<{ word: string }, { word: string }>((db, value) =>
    db.selectNoFrom(sql<string>`${value('word')}::text`.as('word')),
  )
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, index) => db.transaction().execute((trx) => echo(trx, { word: `word ${index}` }))),
  )
  expect(all.map(([row]) => row?.word)).toEqual(Array.from({ length: 10 }, (_, index) => `word ${index}`))
})

test('a statement that is not prepared is not cached', async () => {
  await db.connection().execute(async (connection) => {
    await sql`select 1 /* not kept */`.execute(connection)
    const { rows } = await sql`select name from pg_prepared_statements where statement like '%not kept%'`.execute(
      connection,
    )
    expect(rows).toEqual([])
  })
})
