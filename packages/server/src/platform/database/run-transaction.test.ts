import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { runTransaction } from './run-transaction.ts'

const { db } = await startTestServer()
await sql`create table accounts (id int primary key, sum int not null)`.execute(db)
await sql`insert into accounts values (1, 0), (2, 0)`.execute(db)

test('two transactions that deadlock both succeed', async () => {
  let arrived = 0
  let openGate: () => void = () => {}
  const gate = new Promise<void>((resolve) => (openGate = resolve))
  const move = (from: number, to: number) =>
    runTransaction(db, async (trx) => {
      await sql`update accounts set sum = sum + 1 where id = ${from}`.execute(trx)
      arrived += 1
      if (arrived >= 2) openGate()
      await gate
      await sql`update accounts set sum = sum + 1 where id = ${to}`.execute(trx)
    })
  await Promise.all([move(1, 2), move(2, 1)])
  expect(arrived).toBe(3)
  const { rows } = await sql<{ sum: number }>`select sum from accounts order by id`.execute(db)
  expect(rows).toEqual([{ sum: 2 }, { sum: 2 }])
})

test('any other error fails immediately, and a persistent conflict fails in the end', async () => {
  const tries = async (code: string) => {
    let count = 0
    const work = runTransaction(db, async () => {
      count += 1
      throw Object.assign(new Error('refused'), { code })
    })
    await expect(work).rejects.toThrow('refused')
    return count
  }
  expect([await tries('23505'), await tries('40001')]).toEqual([1, 5])
})
