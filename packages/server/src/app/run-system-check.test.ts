/** `npm run doctor` as a program: its table, its exit code, and what it never prints. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'

const program = fileURLToPath(new URL('run-system-check.ts', import.meta.url))
const { connection } = await createTestDatabase()
const directory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-doctor-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const databaseUrl = `postgres://${connection.user}@${encodeURIComponent(connection.host)}/${connection.database}`

async function run(environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
  const child = execFile(
    process.execPath,
    [program],
    {
      env: { PATH: process.env['PATH'], DATA_DIR: path.join(directory, 'data'), ROLES: 'api,collab', ...environment },
      timeout: 90_000,
    },
    (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
  )
  return promise
}

test('an installation that works is a table with exit code 0', async () => {
  const { code, output } = await run({ DATABASE_URL: databaseUrl })
  expect(output).toMatch(/^✓ Database +PostgreSQL \d+.*schema up to date/m)
  expect(output).toMatch(/^✓ File storage +Wrote, read and deleted a file in DATA_DIR\/files$/m)
  expect(output).toMatch(/^- Email +Email isn’t set up/m)
  expect(output).toMatch(/\d passed, \d warnings, 0 failed, \d not set up$/m)
  expect(code).toBe(0)
})

test('what fails says what to change, with exit code 1 and without the password', async () => {
  const { code, output } = await run({
    DATABASE_URL: 'postgres://me:hunter22@127.0.0.1:1/none',
    SMTP_URL: 'smtp://me:hunter33@127.0.0.1:1',
    PUBLIC_URL: 'http://127.0.0.1:1',
  })
  expect(output).toMatch(/^✗ Database +.*ECONNREFUSED/m)
  expect(output).toMatch(/^✗ Email +.*ECONNREFUSED.*\n {4}Check host, port, user and password in SMTP_URL/m)
  expect(output).toMatch(/^✗ Live connections +.*\n(.*\n)*? {4}nginx:\n {8}proxy_http_version 1\.1;/m)
  expect(output).not.toMatch(/hunter/)
  expect(code).toBe(1)
})
