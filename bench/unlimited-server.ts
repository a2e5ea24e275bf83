/** The API of the database in DATABASE_URL without rate limits, for more requests per minute than one person makes. */
import path from 'node:path'
import { tmpdir } from 'node:os'
import { openApp } from '../packages/server/src/app/open-app.ts'
import { createLog } from '../packages/server/src/platform/log/log.ts'

const app = await openApp({
  config: {
    dataDirectory: path.join(tmpdir(), 'knowreel-bench'),
    publicUrl: null,
    roles: new Set(['api']),
    secret: 'a secret for benchmarks only, 32 characters',
    smtpUrl: null,
  },
  connection: { url: process.env['DATABASE_URL'] ?? '' },
  log: createLog({ logLevel: 'error' }),
  webDirectory: path.join(tmpdir(), 'no-web-app'),
  isRateLimited: false,
})
process.stdout.write(`${await app.http.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)))
