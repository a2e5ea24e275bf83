/**
 * Statements that PostgreSQL parses and plans once for each connection instead of each time: for a look-up by key that is
 * most of its work. For the few statements that are run very often; each connection keeps them until it ends.
 */
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'

/** Names by the text of the statement. */
const names = new Map<string, string>()

/** Stands in a statement for a value that comes with each run. */
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
      names.set(compiled.sql, `s${names.size + 1}`)
    }
    const parameters = compiled.parameters.map((given) =>
      given instanceof Parameter ? (values as Record<string, unknown>)[given.name] : given,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))
    return rows
  }
}

/** Makes a connection run the statements above under their names. */
export function runPreparedByName(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...input: unknown[]) => unknown
  const byName = (...input: unknown[]): unknown => {
    const [text, values] = input
    const name = typeof text === 'string' && input.length === 2 ? names.get(text) : undefined
    return name === undefined ? query(...input) : query({ name, text, values })
  }
  client.query = byName as typeof client.query
}
