import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createLogDestination } from './log-destination.ts'

it('keeps the server running while the log disk is full', () => {
  const file = path.join(import.meta.dirname, 'log.ts')
  const script = `
    import { createLog } from ${JSON.stringify(file)}
    const log = createLog({ logLevel: 'info' })
    for (let i = 0; i < 1000; i++) log.info('x'.repeat(1000))
    setTimeout(() => process.stderr.write('alive'), 50)`
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
    timeout: 20_000,
  })
  closeSync(full)
  expect([status, stderr]).toEqual([0, 'alive'])
})

it('drops the lines that cannot be written, and then says how many', () => {
  let written = ''
  let space = 6
  const destination = createLogDestination((bytes) => {
    if (space === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const count = Math.min(space, bytes.length)
    space -= count
    written += bytes.subarray(0, count).toString()
    return count
  })
  destination.write('one\n')
  destination.write('two\n')
  destination.write('three\n')
  space = Infinity
  destination.write('four\n')
  const [one, torn, notice, four] = written.split('\n')
  expect([one, torn, four]).toEqual(['one', 'tw', 'four'])
  expect(JSON.parse(notice ?? '')).toMatchObject({ level: 40, msg: '2 log lines could not be written' })
})
