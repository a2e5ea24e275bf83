import { expect, test } from 'vitest'
import { formatStorage, mayResetJob } from './admin.rules.ts'

test.each([
  [0, '0.0 MB'],
  [412_600_000, '412.6 MB'],
  [999_900_000, '999.9 MB'],
  [999_950_000, '1 GB'],
  [1_000_000_000, '1 GB'],
  [18_400_000_000, '18 GB'],
  [4_200_000_000_000, '4,200 GB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatStorage(bytes)).toBe(text)
})

test('a job can be reset from three attempts on, or when it failed, but not while it is processed', () => {
  const at = (status: string, attempts: number) => mayResetJob({ status, attempts })
  expect([at('new', 2), at('new', 3), at('failed', 1), at('done', 3), at('processing', 3)]).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})
