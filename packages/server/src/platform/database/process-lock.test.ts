import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { StartupError } from '../config/startup-error.ts'
import { lockApi, type ProcessLock } from './process-lock.ts'

const { db, connection } = await createTestDatabase()
const log = { warn: vi.fn() }
const held: ProcessLock[] = []

afterEach(async () => {
  for (const lock of held.splice(0)) await lock.release()
})

async function lock(onLost?: (error: StartupError) => void): Promise<ProcessLock> {
  const acquired = await lockApi({ connection, log, onLost }, 0)
  held.push(acquired)
  return acquired
}

const endLockConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'knowreel lock' and datname = current_database()`.execute(db)

/** The backend process that holds the lock, if any. */
const holderOfLock = async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and a.application_name = 'knowreel lock' and a.datname = current_database()`.execute(
    db,
  )
  return rows[0]?.pid
}

test('a second process for calls and live notes on one database is refused, until the first one stops', async () => {
  const first = await lock()
  await expect(lock()).rejects.toThrow(StartupError)
  await expect(lock()).rejects.toThrow('Another Knowreel process with the roles api and collab already runs')
  await first.release()
  await lock()
})

test('a restarted process waits for the one that is stopping', async () => {
  const first = await lock()
  const second = lockApi({ connection, log }, 5000)
  await first.release()
  held.push(await second)
  expect(await holderOfLock()).toBeDefined()
})

test('the lock is acquired again after the connection was lost', async () => {
  await lock()
  const lost = await holderOfLock()
  await endLockConnections()
  // A backend that is terminated holds the lock for another moment.
  await vi.waitFor(async () => expect([undefined, lost]).not.toContain(await holderOfLock()), {
    timeout: 8000,
    interval: 100,
  })
  await expect(lock()).rejects.toThrow(StartupError)
})
