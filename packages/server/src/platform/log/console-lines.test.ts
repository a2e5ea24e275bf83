import pino from 'pino'
import { expect, test } from 'vitest'
import { captureConsole } from './console-lines.ts'

test('what a library writes to the console becomes one bounded log line without a stack', () => {
  const lines: string[] = []
  const target: Pick<Console, 'log' | 'info' | 'warn' | 'error'> = { log() {}, info() {}, warn() {}, error() {} }
  captureConsole(pino({}, { write: (line: string) => void lines.push(line) }), target)
  target.error('closing (while handling x\n{"level":50})', new Error('bad bytes'))
  target.error('y'.repeat(100_000), { token: 'secret' })
  expect(lines.map((line) => line.trimEnd().split('\n').length)).toEqual([1, 1])
  const [first, second] = lines.map((line) => JSON.parse(line) as { level: number; console: string })
  expect(first).toMatchObject({ level: 40, console: 'closing (while handling x\n{"level":50}) Error: bad bytes' })
  expect(second?.console).toHaveLength(500)
  expect(lines.join('')).not.toMatch(/secret|console-lines\.test/)
})
