/**
 * Advisory locks that a process holds on a connection of its own for as long as it lives. PostgreSQL releases them when
 * the process dies, however it dies, so they show which processes are alive.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { StartupError } from '../config/startup-error.ts'
import { apiLock, workerLock } from './advisory-locks.ts'
import { connectionOptions, type DatabaseConnection } from './database.ts'

type LockOptions = {
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly log: Pick<BaseLogger, 'warn'>
}

type HoldOptions = LockOptions & {
  /** Acquires the locks, also after the connection was lost. */
  readonly acquire: (client: pg.Client, isFirst: boolean) => Promise<void>
  /** The connection was lost, and `acquire` then threw a StartupError. */
  readonly onLost?: (error: StartupError) => void
}

export type ProcessLock = { release(): Promise<void> }

const retryMs = 1000

/** Throws what the first `acquire` throws. */
async function holdLock({ connection, log, acquire, onLost }: HoldOptions): Promise<ProcessLock> {
  const released = new AbortController()

  async function connect(isFirst: boolean) {
    const client = new pg.Client({
      ...connectionOptions(connection),
      application_name: 'knowreel lock',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.on('error', () => resolve())
    })
    try {
      await client.connect()
      await acquire(client, isFirst)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    return { client, ended }
  }

  async function watch(ended: Promise<void>): Promise<void> {
    await ended
    while (!released.signal.aborted) {
      try {
        held = await connect(false)
        if (released.signal.aborted) await held.client.end()
        return void watch(held.ended)
      } catch (error) {
        if (error instanceof StartupError) return onLost?.(error)
        log.warn('The connection that holds the locks of this process was lost')
      }
      await delay(retryMs, undefined, { signal: released.signal, ref: false }).catch(() => undefined)
    }
  }

  let held = await connect(true)
  void watch(held.ended)
  return {
    async release() {
      released.abort()
      await held.client.end().catch(() => undefined)
    },
  }
}

async function tryLock(client: pg.Client, key: number, { times, waitMs }: { times: number; waitMs: number }) {
  for (let tried = 1; ; tried++) {
    const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) acquired', [key])
    if (rows[0]?.acquired) return true
    if (tried === times) return false
    await delay(waitMs)
  }
}

/**
 * Only one process may serve calls and live notes (docs/decisions/0016): two would each hold their own copy of a note.
 * Waits for one that is just stopping.
 */
export const lockApi = (options: LockOptions & Pick<HoldOptions, 'onLost'>, waitMs = 5000): Promise<ProcessLock> =>
  holdLock({
    ...options,
    async acquire(client) {
      if (await tryLock(client, apiLock, { times: Math.floor(waitMs / 250) + 1, waitMs: 250 })) return
      throw new StartupError(
        'Another Knowreel process with the roles api and collab already runs on this database. ' +
          'Stop it first, or start this one with ROLES=worker.',
      )
    },
  })

/** Marks a living worker. `whenAlone` runs before it is marked, if no other worker lives. */
export const lockWorker = (options: LockOptions, whenAlone: () => Promise<void>): Promise<ProcessLock> =>
  holdLock({
    ...options,
    async acquire(client, isFirst) {
      // The connection of a killed worker takes a moment to end.
      const isAlone = isFirst && (await tryLock(client, workerLock, { times: 5, waitMs: 100 }))
      if (isAlone) await whenAlone()
      await client.query('select pg_advisory_lock_shared($1)', [workerLock])
      if (isAlone) await client.query('select pg_advisory_unlock($1)', [workerLock])
    },
  })
