/**
 * The two statements that the collaboration server runs, on rows in memory. A commit takes time; when the server is
 * killed, a write in progress is committed or lost, without a confirmation.
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
import { noteDocumentFrom } from '../packages/server/src/note/note-yjs.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import type { Random } from '../e2e/fuzz/fuzz-random.ts'

export const xmlOf = (document: Y.Doc): string => document.getXmlFragment('default').toArray().map(String).join('\n')

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const never = new Promise<never>(() => {})

export class NoteStorage {
  /** Added to each half of a write. */
  slowMs = 0
  /** Writes fail as if the database were unavailable. */
  isFailing = false
  readonly updates: Buffer[] = []
  readonly #random: Random
  #generation = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** The database as one server process sees it. */
  connect(): Db {
    const generation = this.#generation
    const isKilled = () => generation !== this.#generation
    const connection: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => this.#execute(query, isKilled) as Promise<QueryResult<Row>>,
      streamQuery: () => {
        throw new Error('not used')
      },
    }
    return new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createDriver: () => ({
          init: async () => {},
          acquireConnection: async () => connection,
          beginTransaction: async () => {},
          commitTransaction: async () => {},
          rollbackTransaction: async () => {},
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

  /** The stored note, as XML. */
  read(): string {
    const document = noteDocumentFrom({ snapshot: null, updates: this.updates })
    const xml = xmlOf(document)
    document.destroy()
    return xml
  }

  async #execute({ sql, parameters }: CompiledQuery, isKilled: () => boolean): Promise<QueryResult<unknown>> {
    await sleep(1 + this.#random.below(20) + this.slowMs)
    if (sql.includes('select snapshot from notes')) {
      if (isKilled()) return never
      return { rows: [{ snapshot: null, updates: [...this.updates] }] }
    }
    const update = parameters[1]
    if (!sql.includes('insert into note_updates') || !Buffer.isBuffer(update)) throw new Error(`unknown: ${sql}`)
    if (isKilled() && this.#random.next() < 0.5) return never
    if (this.isFailing && !isKilled()) throw new Error('the database is unavailable')
    this.updates.push(update)
    await sleep(1 + this.#random.below(20) + this.slowMs)
    return isKilled() ? never : { rows: [], numAffectedRows: 1n }
  }
}
