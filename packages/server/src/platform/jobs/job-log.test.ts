import { expect, test } from 'vitest'
import { createJobLog } from './job-worker.ts'

const now = () => new Date('2026-01-02T03:04:05.006Z')

test('a log continues after earlier attempts, one line per entry', () => {
  const log = createJobLog('first', now)
  log.add('a\nb\u0000c')
  expect(log.text()).toBe('first\n2026-01-02T03:04:05.006Z a b c')
})

test('a verbose job keeps its last lines within 20,000 characters', () => {
  const log = createJobLog('', now)
  for (let i = 0; i < 5000; i++) log.add(`line ${i} ${'x'.repeat(i % 2000)}`)
  expect(log.text().length).toBeLessThanOrEqual(20_000)
  expect(log.text()).toContain('line 4999')
  const short = createJobLog('', now)
  for (let i = 0; i < 500; i++) short.add(String(i))
  expect(short.text().split('\n')).toHaveLength(200)
})
