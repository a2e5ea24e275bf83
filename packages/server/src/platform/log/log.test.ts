import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

/** The output of the log for this code, which runs in its own process because it writes to standard output. */
function printed(statement: string): string {
  const file = path.join(import.meta.dirname, 'log.ts')
  const script = `import { createLog } from ${JSON.stringify(file)}; const log = createLog({ logLevel: 'info' }); ${statement}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout
}

it('keeps tokens and passwords out of the log, wherever they appear', () => {
  const line = printed(
    `log.info({ token: 't1', body: { password: 'p1' }, request: { headers: { cookie: 'c1' } } }, 'said')`,
  )
  expect(line).toContain('said')
  expect(line).not.toMatch(/t1|p1|c1/)
})

it('logs an error with its reason and code, and without its connection', () => {
  const line = printed(
    `log.error({ err: Object.assign(new Error('gone'), { code: '57P01', client: { host: 'db1' } }) })`,
  )
  expect(JSON.parse(line)).toMatchObject({ err: { message: 'gone', code: '57P01' } })
  expect(line).not.toContain('db1')
})
