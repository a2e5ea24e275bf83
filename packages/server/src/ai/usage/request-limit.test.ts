import { expect, test, vi } from 'vitest'
import { createRequestLimit } from './request-limit.ts'

test('a person starts 30 generations in a minute, whatever others do', () => {
  vi.useFakeTimers()
  const limit = createRequestLimit()
  for (let n = 0; n < 30; n++) limit.check('ines')
  expect(() => limit.check('ines')).toThrow('Too many attempts')
  limit.check('jonas')
  vi.advanceTimersByTime(60_000)
  limit.check('ines')
  vi.useRealTimers()
})
