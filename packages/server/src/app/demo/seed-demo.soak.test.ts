/** Runs the command itself, on a separate database. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { demoPassword, people } from './demo-company.ts'

const { connection } = await createTestDatabase()
const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-demo-'))
afterAll(() => rmSync(dataDirectory, { recursive: true }))

const runDemo = () =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'seed-demo.ts')], {
    env: {
      DATA_DIR: dataDirectory,
      PORT: '4321',
      DATABASE_URL: `postgres://localhost/${connection.database}?host=${connection.host}&user=${connection.user}`,
    },
    encoding: 'utf8',
  })

it('prints the URL and who can sign in, and refuses the second time with one line', () => {
  const first = runDemo()
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toContain('http://localhost:4321')
  expect(first.stdout).toContain(demoPassword)
  for (const { email, lastName } of Object.values(people)) {
    expect(first.stdout).toMatch(new RegExp(`${lastName} .*${email}`))
  }
  const second = runDemo()
  expect(second).toMatchObject({ status: 1, stdout: '' })
  expect(second.stderr).toMatch(/^The demo company was not made: this installation has people in it already\. .*\n$/)
})
