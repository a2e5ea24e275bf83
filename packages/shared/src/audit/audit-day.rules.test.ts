import { expect, it } from 'vitest'
import { isDay } from './audit-day.rules.ts'

it('accepts days that exist, with a complete year', () => {
  expect(['2026-11-20', '2028-02-29', '1000-01-01'].filter(isDay)).toHaveLength(3)
  const others = [
    '0002-11-20',
    '0202-11-20',
    '2026-02-29',
    '2026-02-31',
    '2026-13-01',
    '2026-1-1',
    '20261120',
    '',
    'today',
  ]
  expect(others.filter(isDay)).toEqual([])
})
