/**
 * Statements that PostgreSQL parses and plans once per connection instead of each time, which is most of the work of a
 * lookup by key. For the few statements that run very often; each connection keeps them until it closes.
 */
import { CompiledQuery, type PostgresPool, type PostgresPoolClient, sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'

/** Names by statement text. */
const statementNames = new Map<string, string>()

/** Placeholder for a value that is supplied with each run. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/** The statement is built with the first run; afterwards only the values change. */
export function prepareStatement<Values extends object, Row>(
  build: (db: Db, value: ValueOf<Values>) => { compile(): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | null = null
  return async (db, values) => {
    if (compiled === null) {
      compiled = build(db, (name) => sql`${new Parameter(name)}`).compile()
      statementNames.set(compiled.sql, `s${statementNames.size + 1}`)
    }
    const parameters = compiled.parameters.map((given) =>
      given instanceof Parameter ? (values as Record<string, unknown>)[given.name] : given,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))
    return rows
  }
}

/** Connections keep no more statements than this. */
const maxStatements = 200

/**
 * Runs a statement whose text is one of a few, because its variable parts are all values. Beyond the limit it is planned
 * each time.
 */
export async function runPrepared<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  const compiled = statement.compile(db)
  if (!statementNames.has(compiled.sql) && statementNames.size < maxStatements)
    statementNames.set(compiled.sql, `s${statementNames.size + 1}`)
  const { rows } = await db.executeQuery(compiled)
  return rows
}

/** The pool as Kysely uses it: its clients run the statements above under their names. */
export function preparedPool(pool: pg.Pool): PostgresPool {
  // Kysely identifies a connection by its client.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const found = clients.get(client) ?? preparedClient(client)
      clients.set(client, found)
      return found
    },
  }
}

function preparedClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => {
    const name = statementNames.get(text)
    return name === undefined ? client.query(text, values) : client.query({ name, text, values })
  }
  return {
    // Kysely passes a cursor only when its dialect has one.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken),
  }
}
