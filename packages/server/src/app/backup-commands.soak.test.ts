/** `npm run backup` and `npm run restore` as programs, with the scratch database of the verification. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { sql } from 'kysely'
import { startTestServer, testSecret } from '../../test/server.ts'
import { buildCompany } from '../company/company.builder.ts'
import { newFileKey, openFileStorage } from '../platform/files/index.ts'

const server = await startTestServer()
const directory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-commands-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
const { host, user } = inject('databaseServer')
const source = {
  DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${rows[0]?.name}`,
  DATA_DIR: server.dataDirectory,
  SECRET: testSecret,
}

async function run(program: string, parameters: string[], environment: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
  const child = execFile(
    process.execPath,
    [path.join(import.meta.dirname, program), ...parameters],
    { env: { PATH: process.env['PATH'], TMPDIR: os.tmpdir(), ...environment }, timeout: 110_000 },
    (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
  )
  return promise
}

test('a backup is verified, and restored once', async () => {
  const company = await buildCompany(server.db, { title: 'Halden' })
  const logo = newFileKey('logos', 'image/png')
  const storage = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
  await storage.put(logo, Buffer.from('a logo'))
  await sql`update companies set logo = ${logo} where id = ${company.id}`.execute(server.db)

  const folder = path.join(directory, 'backup')
  const made = await run('run-backup.ts', [folder], source)
  expect(made.output).toContain('The backup is verified')
  expect(made.code).toBe(0)

  const target = { DATA_DIR: path.join(directory, 'restored') }
  const restored = await run('run-restore.ts', [folder], target)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('1 files') })
  expect(readFileSync(path.join(target.DATA_DIR, 'secret'), 'utf8').trim()).toBe(testSecret)
  expect(readFileSync(path.join(target.DATA_DIR, 'files', logo), 'utf8')).toBe('a logo')

  const again = await run('run-restore.ts', [folder], target)
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
  const other = { DATA_DIR: path.join(directory, 'other'), SECRET: 'another secret of 32 characters!!' }
  expect(await run('run-restore.ts', [folder], other)).toMatchObject({
    code: 1,
    output: expect.stringContaining('another secret'),
  })
})

test('wrong parameters explain the command', async () => {
  expect(await run('run-backup.ts', [], source)).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })
  expect(await run('run-restore.ts', ['a', 'b'], source)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage'),
  })
})
