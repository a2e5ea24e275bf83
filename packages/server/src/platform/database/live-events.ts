/**
 * Events that reach every process at once: NOTIFY in the transaction that makes them so, LISTEN on a connection of its own.
 * They tell that something changed and about whom or what, nothing else, and may be lost: whoever listens is told when there
 * was a gap and takes everything for changed.
 */
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import type { DatabaseConnection } from './database.ts'
import type { Db } from './db.ts'

export type LiveEvent = {
  readonly type: string
  /** What it is about; words without spaces. */
  readonly keys: readonly string[]
}

const channel = 'knowreel_live'
/** PostgreSQL takes at most 8000 bytes. */
const mostBytes = 7900

/** Leaves with the transaction, or not at all. */
export async function emitLive(trx: Db, { type, keys }: LiveEvent): Promise<void> {
  for (const payload of payloadsOf(type, keys)) await sql`select pg_notify(${channel}, ${payload})`.execute(trx)
}

function payloadsOf(type: string, keys: readonly string[]): string[] {
  const payloads: string[] = []
  for (const key of new Set(keys)) {
    const last = payloads.at(-1)
    const joined = `${last ?? type} ${key}`
    if (last !== undefined && joined.length <= mostBytes) payloads[payloads.length - 1] = joined
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
  readonly onEvent: (event: LiveEvent) => void
  /** The line is there again: what was said meanwhile is not known. */
  readonly onGap: () => void
  /** Between looks whether the line still answers. */
  readonly checkMs?: number
}

export type LiveLine = { close(): Promise<void> }

const firstWaitMs = 250
const longestWaitMs = 10_000

/** Listens until it is closed; a line that breaks is opened again, as long as it takes. Resolves once it listens. */
export async function listenLive(options: ListenOptions): Promise<LiveLine> {
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

async function connect({ connection, onEvent, checkMs = 20_000 }: ListenOptions) {
  const client = new pg.Client({
    ...('url' in connection ? { connectionString: connection.url } : connection),
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
  // A line whose other end is away without a word would wait for ever.
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

type Line = Awaited<ReturnType<typeof connect>>

async function keepListening(options: ListenOptions, first: Line, closing: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => closing.addEventListener('abort', () => resolve(), { once: true }))
  let line: Line | null = first
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

async function reconnect(options: ListenOptions, closing: AbortSignal): Promise<Line | null> {
  for (let wait = firstWaitMs; !closing.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      return await connect(options)
    } catch {
      await delay(wait * (0.5 + Math.random()), undefined, { signal: closing, ref: false }).catch(() => undefined)
    }
  }
  return null
}
