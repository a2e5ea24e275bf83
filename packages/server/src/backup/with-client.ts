import pg from 'pg'
import { connectionOptions, type DatabaseConnection } from '../platform/database/database.ts'

export type Connection = DatabaseConnection | { readonly url: string }

/** `name` is that of the connection in the database's list of activity. */
export async function withClient<Result>(
  connection: Connection,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connectionOptions(connection), application_name: name, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
