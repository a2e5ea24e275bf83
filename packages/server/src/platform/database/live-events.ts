/**
 * Events that reach every process immediately: NOTIFY in the writing transaction, LISTEN on a separate connection. They
 * say that something changed and for whom, nothing else, and may be lost: listeners are notified of a gap and treat
 * everything as changed.
 */
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { connectionOptions, type DatabaseConnection } from './database.ts'
import type { Db } from './db.ts'

export type LiveEvent = {
  readonly type: string
  /** The subject of the event; words without spaces. */
  readonly keys: readonly string[]
}

const liveChannel = 'knowreel_live'
/** PostgreSQL's limit is 8,000 bytes. */
const maxPayloadBytes = 7900

/** Sent on commit. */
export async function emitLive(trx: Db, { type, keys }: LiveEvent): Promise<void> {
  for (const payload of splitPayloads(type, keys)) await sql`select pg_notify(${liveChannel}, ${payload})`.execute(trx)
}

function splitPayloads(type: string, keys: readonly string[]): string[] {
  const payloads: string[] = []
  for (const key of new Set(keys)) {
    const last = payloads.at(-1)
    const joined = `${last ?? type} ${key}`
    if (last !== undefined && joined.length <= maxPayloadBytes) payloads[payloads.length - 1] = joined
    else payloads.push(`${type} ${key}`)
  }
  return payloads
}

function readPayload(payload: string): LiveEvent {
  const [type = '', ...keys] = payload.split(' ')
  return { type, keys }
}

type ListenOptions = {
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly log: Pick<BaseLogger, 'warn'>
  /** Trusted SQL; default: the one of `emitLive`. */
  readonly channel?: string
  readonly onEvent: (event: LiveEvent) => void
  /** The connection is back; events in between are unknown. */
  readonly onGap: () => void
  /** Interval of connection checks. */
  readonly checkMs?: number
}

export type LiveListener = { close(): Promise<void> }

const initialWaitMs = 250
const maxWaitMs = 10_000

/** Listens until closed; reconnects as long as necessary. Resolves once it listens. */
export async function listenLive(options: ListenOptions): Promise<LiveListener> {
  const closing = new AbortController()
  const first = await connect(options)
  const running = keepListening(options, first, closing.signal)
  return {
    async close() {
      closing.abort()
      await running
    },
  }
}

async function connect({ connection, onEvent, channel = liveChannel, checkMs = 20_000 }: ListenOptions) {
  const client = new pg.Client({
    ...connectionOptions(connection),
    application_name: 'knowreel live',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    query_timeout: 10_000,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve())
  })
  try {
    await client.connect()
    client.on('notification', ({ payload = '' }) => onEvent(readPayload(payload)))
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  // A connection whose peer vanished silently would wait forever.
  const checks = setInterval(
    () => void client.query('select 1').catch(() => client.end().catch(() => undefined)),
    checkMs,
  )
  checks.unref()
  return {
    ended: ended.finally(() => clearInterval(checks)),
    end: () => client.end().catch(() => undefined),
  }
}

type Connection = Awaited<ReturnType<typeof connect>>

async function keepListening(options: ListenOptions, first: Connection, closing: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => closing.addEventListener('abort', () => resolve(), { once: true }))
  let line: Connection | null = first
  while (!closing.aborted) {
    if (line !== null) await Promise.race([line.ended, closed])
    await line?.end()
    if (closing.aborted) return
    options.log.warn('The line of live events was lost')
    line = await reconnect(options, closing)
    if (line !== null) options.onGap()
  }
  await line?.end()
}

async function reconnect(options: ListenOptions, closing: AbortSignal): Promise<Connection | null> {
  for (let wait = initialWaitMs; !closing.aborted; wait = Math.min(wait * 2, maxWaitMs)) {
    try {
      return await connect(options)
    } catch {
      await delay(wait * (0.5 + Math.random()), undefined, { signal: closing, ref: false }).catch(() => undefined)
    }
  }
  return null
}
