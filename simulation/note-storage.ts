/**
 * The statements of the collaboration server and of compaction, on rows in memory. A commit takes time; when the server
 * is killed, a write in progress is committed or lost, without a confirmation.
 */
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type * as Y from 'yjs'
import { noteDocumentFrom, type StoredNote } from '../packages/server/src/note/note-yjs.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import type { Random } from '../e2e/fuzz/fuzz-random.ts'

export const xmlOf = (document: Y.Doc): string => document.getXmlFragment('default').toArray().map(String).join('\n')

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const never = new Promise<never>(() => {})

type Row = { readonly seq: number; readonly update: Buffer }

export class NoteStorage {
  /** Added to each half of a write. */
  slowMs = 0
  /** Writes fail as if the database were unavailable. */
  isFailing = false
  readonly #random: Random
  #snapshot: Buffer | null = null
  #rows: Row[] = []
  #lastSeq = 0
  #generation = 0
  /** Ends when the transaction that holds the advisory lock ends. */
  #advisoryLock: Promise<void> = Promise.resolve()

  constructor(random: Random) {
    this.#random = random
  }

  /** The database as one server process sees it. */
  connect(): Db {
    const generation = this.#generation
    const isKilled = () => generation !== this.#generation
    const transactionOf = (connection: DatabaseConnection) => connection as Connection
    return new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createDriver: () => ({
          init: async () => {},
          acquireConnection: async () => new Connection(this, isKilled),
          beginTransaction: async () => {},
          commitTransaction: (connection) => transactionOf(connection).commit(),
          rollbackTransaction: async (connection) => transactionOf(connection).end(),
          releaseConnection: async () => {},
          destroy: async () => {},
        }),
      },
    })
  }

  /** The server that is connected ends without a word. */
  kill(): void {
    this.#generation += 1
  }

  get stored(): StoredNote {
    return { snapshot: this.#snapshot, updates: this.#rows.map(({ update }) => update) }
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  get snapshot(): Buffer | null {
    return this.#snapshot
  }

  /** The stored note, as XML. */
  read(): string {
    const document = noteDocumentFrom(this.stored)
    const xml = xmlOf(document)
    document.destroy()
    return xml
  }

  nextSeq(): number {
    this.#lastSeq += 1
    return this.#lastSeq
  }

  append(row: Row): void {
    this.#rows.push(row)
  }

  replace(snapshot: Buffer | null, removed: readonly Row[]): void {
    if (snapshot) this.#snapshot = snapshot
    this.#rows = this.#rows.filter((row) => !removed.includes(row))
  }

  /** Half of a write, or a read. */
  delay(): Promise<void> {
    return sleep(1 + this.#random.below(20) + this.slowMs)
  }

  /** A process that is killed may have sent its statement already. */
  isLost(isKilled: boolean): boolean {
    return isKilled && this.#random.next() < 0.5
  }

  /** Resolves with the function that releases the lock. */
  async lock(): Promise<() => void> {
    const earlier = this.#advisoryLock
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#advisoryLock = promise
    await earlier
    return resolve
  }
}

/** A connection with at most one transaction, isolated as `read committed`. */
class Connection implements DatabaseConnection {
  readonly #storage: NoteStorage
  readonly #isKilled: () => boolean
  #unlock: (() => void) | null = null
  #snapshot: Buffer | null = null
  #removed: readonly Row[] = []

  constructor(storage: NoteStorage, isKilled: () => boolean) {
    this.#storage = storage
    this.#isKilled = isKilled
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#execute(sql, parameters)) as R[], numAffectedRows: 1n }
  }

  streamQuery(): never {
    throw new Error('not used')
  }

  async commit(): Promise<void> {
    await this.#write(() => this.#storage.replace(this.#snapshot, this.#removed))
    this.end()
  }

  /** Uncommitted changes are lost. */
  end(): void {
    this.#unlock?.()
    this.#unlock = null
    this.#snapshot = null
    this.#removed = []
  }

  async #execute(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const storage = this.#storage
    if (sql.includes('insert into note_updates')) {
      const row = { seq: storage.nextSeq(), update: bytes(parameters[1]) }
      await this.#write(() => storage.append(row))
      return []
    }
    await storage.delay()
    if (this.#isKilled()) return this.#break()
    if (sql.includes('array(')) return [storage.stored]
    if (storage.isFailing) throw new Error('the database is unavailable')
    if (sql.includes('pg_advisory_xact_lock')) this.#unlock = await storage.lock()
    else if (sql.includes('select snapshot from notes')) return storage.snapshot ? [{ snapshot: storage.snapshot }] : []
    else if (sql.includes('delete from note_updates')) return (this.#removed = [...storage.rows])
    else if (sql.includes('insert into notes')) this.#snapshot = bytes(parameters[2])
    else throw new Error(`unknown: ${sql}`)
    return []
  }

  async #write(work: () => void): Promise<void> {
    const storage = this.#storage
    await storage.delay()
    if (storage.isLost(this.#isKilled())) return this.#break()
    if (storage.isFailing && !this.#isKilled()) throw new Error('the database is unavailable')
    work()
    await storage.delay()
    if (this.#isKilled()) return this.#break()
  }

  /** The database ends the transaction of a process that is gone, which never learns of it. */
  #break(): Promise<never> {
    this.end()
    return never
  }
}

function bytes(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw new Error('not bytes')
  return value
}
