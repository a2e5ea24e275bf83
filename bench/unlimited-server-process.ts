import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { embeddedConnection } from '../packages/server/src/platform/database/embedded-postgres.ts'

/** A second server on the same database, without rate limits. */
export async function startUnlimitedServer(databaseDirectory: string) {
  const { host, user, database } = embeddedConnection(databaseDirectory)
  const child = spawn(process.execPath, [fileURLToPath(new URL('unlimited-server.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  return { baseURL: address.toString().trim(), stop: () => void child.kill() }
}
