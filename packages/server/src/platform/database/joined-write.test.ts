import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import type { Db } from './db.ts'
import { withJoinedWrite } from './joined-write.ts'
import { runTransaction } from './run-transaction.ts'

const { db } = await createTestDatabase()
await sql`create table changes (name text not null)`.execute(db)
await sql`create table entries (xid xid8 not null default pg_current_xact_id())`.execute(db)
beforeEach(async () => {
  await sql`truncate changes, entries`.execute(db)
})

const change = (trx: Db, name = 'change') => sql`insert into changes values (${name})`.execute(trx)
const enter = async (trx: Db): Promise<void> => void (await sql`insert into entries default values`.execute(trx))
const runAudited = <Result>(work: () => Promise<Result>) => withJoinedWrite(db, enter, work)

/** For each change, in order: whether an entry is in its transaction; then the number of entries. */
async function read(): Promise<{ joined: boolean[]; entries: number }> {
  const { rows } = await sql<{ joined: boolean }>`
    select exists (select from entries e where e.xmin = c.xmin) as joined from changes c order by name`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from entries`.execute(db)
  return { joined: rows.map(({ joined }) => joined), entries: counted[0]?.count ?? -1 }
}
const conflict = () => Object.assign(new Error('conflict'), { code: '40001' })
/** A failure of the process after the commit, as far as the database can see it. */
const crash = new Error('killed')

describe('a write joins', () => {
  test('the first transaction that changes something', async () => {
    await runAudited(async () => {
      await runTransaction(db, (trx) => sql`select 1`.execute(trx))
      await runTransaction(db, (trx) => change(trx, '1'))
      await runTransaction(db, (trx) => change(trx, '2'))
    })
    expect(await read()).toEqual({ joined: [true, false], entries: 1 })
  })

  test('the commit, so that it survives a crash right after it', async () => {
    const call = runAudited(async () => {
      await runTransaction(db, (trx) => change(trx))
      throw crash
    })
    await expect(call).rejects.toBe(crash)
    expect(await read()).toEqual({ joined: [true], entries: 1 })
  })

  test('the rollback too: nothing is left of a change that fails', async () => {
    const call = runAudited(() =>
      runTransaction(db, async (trx) => {
        await change(trx)
        throw crash
      }),
    )
    await expect(call).rejects.toBe(crash)
    expect(await read()).toEqual({ joined: [], entries: 0 })
  })

  test('each attempt of a transaction that is repeated, and is committed once', async () => {
    await sql`create function refuse_once() returns trigger language plpgsql as $$
      begin
        if nextval('refusals') = 1 then raise exception 'conflict' using errcode = '40001'; end if;
        return null;
      end $$`.execute(db)
    await sql`create sequence refusals`.execute(db)
    // At the commit, when the write has been made.
    await sql`create constraint trigger refuse_once after insert on entries deferrable initially deferred
      for each row execute function refuse_once()`.execute(db)
    let attempts = 0
    await runAudited(() =>
      runTransaction(db, async (trx) => {
        attempts += 1
        await change(trx)
        if (attempts === 1) throw conflict()
      }),
    )
    await sql`drop trigger refuse_once on entries`.execute(db)
    expect(attempts).toBe(3)
    expect(await read()).toEqual({ joined: [true], entries: 1 })
  })

  test('a later transaction after one that failed', async () => {
    await runAudited(async () => {
      await runTransaction(db, async (trx) => {
        await change(trx, '1')
        throw crash
      }).catch(() => undefined)
      await runTransaction(db, (trx) => change(trx, '2'))
    })
    expect(await read()).toEqual({ joined: [true], entries: 1 })
  })

  // Often: one of them may end while another asks whether it has changed something.
  test('one of several transactions at the same time', { repeats: 40 }, async () => {
    await sql`truncate changes, entries`.execute(db)
    await runAudited(() => Promise.all(['1', '2', '3'].map((name) => runTransaction(db, (trx) => change(trx, name)))))
    const { joined, entries } = await read()
    expect(joined.filter(Boolean)).toHaveLength(1)
    expect(entries).toBe(1)
  })
})

test('a change without a transaction is followed by the write, and fails without leaving one', async () => {
  await runAudited(() => change(db))
  expect(await read()).toEqual({ joined: [false], entries: 1 })
  await expect(runAudited(() => Promise.reject(crash))).rejects.toBe(crash)
  expect((await read()).entries).toBe(1)
})

test('a change whose write fails is not made', async () => {
  const call = withJoinedWrite(
    db,
    () => Promise.reject(crash),
    () => runTransaction(db, (trx) => change(trx)),
  )
  await expect(call).rejects.toBe(crash)
  expect(await read()).toEqual({ joined: [], entries: 0 })
})

test('inner work has its own write', async () => {
  await runAudited(async () => {
    await runAudited(() => runTransaction(db, (trx) => change(trx, '1')))
    await runTransaction(db, (trx) => change(trx, '2'))
  })
  expect(await read()).toEqual({ joined: [true, true], entries: 2 })
})

test('background work that the handler started does not write again, or for a call that failed', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const background: Promise<unknown>[] = []
  const start = () => background.push(ended.then(() => runTransaction(db, (trx) => change(trx, 'later'))))
  await runAudited(async () => {
    start()
    await runTransaction(db, (trx) => change(trx, 'call'))
  })
  const failed = runAudited(async () => {
    start()
    throw crash
  })
  await expect(failed).rejects.toBe(crash)
  end()
  await Promise.all(background)
  expect(await read()).toEqual({ joined: [true, false, false], entries: 1 })
})
