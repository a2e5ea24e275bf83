// A process that starts PostgreSQL, prints its location and waits to be killed. For embedded-postgres.test.ts.
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const [directory = '', settings = '{}'] = process.argv.slice(2)
const log = { info() {}, warn: console.warn, error: console.error }
const server = await startEmbeddedPostgres({ directory, log, settings: parseSettings(settings) })
process.stdout.write(`${JSON.stringify(server.connection)}\n`)
setInterval(() => {}, 60_000)

function parseSettings(text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(JSON.parse(text)).map(([name, value]) => [name, String(value)]))
}
