import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import type { Tables } from './db.ts'
import { preparedPool } from './prepared.ts'

export interface DatabaseConnection {
  /** A host name, or the folder of a Unix socket. */
  host: string
  user: string
  database: string
}

export interface DatabaseOptions {
  /** The database: a URL (postgres://…) or its parts. */
  connection: DatabaseConnection | { url: string }
  log: Pick<BaseLogger, 'warn'>
  poolSize?: number
  /** Every statement of a request takes seconds at most; long work belongs in a job with its own limit. */
  statementTimeoutMs?: number
}

export interface OpenDatabase<T> {
  db: Kysely<T>
  pool: pg.Pool
  close: () => Promise<void>
}

/** In the form of the driver. */
export const connectionOptions = (connection: DatabaseOptions['connection']) =>
  'url' in connection ? { connectionString: connection.url } : { ...connection }

/** Returns bigint (also counts) as number, timestamptz as Date, date as 'YYYY-MM-DD'. Connects with the first query. */
export function openDatabase<T = Tables>(options: DatabaseOptions): OpenDatabase<T> {
  const { connection, log } = options
  const pool = new pg.Pool({
    ...connectionOptions(connection),
    max: options.poolSize ?? 20,
    application_name: 'knowreel',
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  let isClosing = false
  // Without listeners, a lost connection would end the process. The pool reports idle ones and replaces them; each
  // client's own listener logs it once.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // Only the message: the error contains the whole client.
    client.on('error', (error) => {
      if (!isClosing) log.warn(`A database connection was lost: ${error.message}`)
    })
  })
  const db = new Kysely<T>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  return {
    db,
    pool,
    close() {
      isClosing = true
      return db.destroy()
    },
  }
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (id, format) => {
  if (format !== 'binary' && id === pg.types.builtins.INT8) return readSafeInteger
  // A date has no time zone: a Date would shift with the server's.
  if (format !== 'binary' && id === pg.types.builtins.DATE) return (text: string) => text
  return pg.types.getTypeParser(id, format)
}

function readSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}
