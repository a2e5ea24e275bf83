import { expect, it } from 'vitest'
import { demoDate } from './demo-dates.ts'

const moments = ['created', 'published', 'updated'] as const

it('never returns a past weekend or a future time, and keeps the order within one day', () => {
  for (const hour of ['00:05', '09:30', '23:50']) {
    const now = new Date(`2026-11-21T${hour}:00Z`)
    for (let days = 0; days < 30; days++) {
      const dates = moments.map((moment) => demoDate(now, days, moment, 'a title'))
      expect(dates.toSorted((one, other) => one.getTime() - other.getTime())).toEqual(dates)
      for (const date of dates) {
        expect(date.getTime()).toBeLessThan(now.getTime())
        if (days > 1) expect([1, 2, 3, 4, 5]).toContain(date.getUTCDay())
      }
    }
  }
})
