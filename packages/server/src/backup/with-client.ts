import pg from 'pg'
import { connectionOptions, type DatabaseOptions } from '../platform/database/database.ts'

/** `name` is the application name that pg_stat_activity shows. */
export async function withClient<Result>(
  connection: DatabaseOptions['connection'],
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
