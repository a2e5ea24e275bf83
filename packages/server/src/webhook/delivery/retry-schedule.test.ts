import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextAttemptAt, readRetryAfter, retryWaits } from './retry-schedule.ts'

test('whatever the jitter and the receiver ask for, all attempts are within a day, each later than the one before', () => {
  const day = 24 * 3_600_000
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }),
      fc.nat(day * 2),
      (chance, retryAfterMs) => {
        const createdAt = new Date('2026-11-28T10:00:00Z')
        let now = createdAt
        let attempts = 1
        for (;;) {
          const next = nextAttemptAt({ attempts, createdAt, now, retryAfterMs }, () => chance[attempts - 1] ?? 0)
          if (next === null) break
          expect(next.getTime()).toBeGreaterThan(now.getTime())
          expect(next.getTime() - createdAt.getTime()).toBeLessThanOrEqual(day)
          now = next
          attempts++
        }
        expect(attempts).toBeLessThanOrEqual(retryWaits.length + 1)
        if (retryAfterMs < 5000) {
          expect(attempts).toBe(9)
          expect(now.getTime() - createdAt.getTime()).toBeGreaterThan(18 * 3_600_000)
        }
      },
    ),
  )
})

test.each([
  ['120', 120_000],
  ['Sat, 28 Nov 2026 10:02:00 GMT', 120_000],
  ['Sat, 28 Nov 2026 09:00:00 GMT', 0],
  ['-5', 0],
  ['1e9', 0],
  ['soon', 0],
  [null, 0],
])('Retry-After: %s', (header, milliseconds) => {
  expect(readRetryAfter(header, new Date('2026-11-28T10:00:00Z'))).toBe(milliseconds)
})
