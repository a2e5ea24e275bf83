import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../test/access/random-requests.ts'
import type { PaddleEvent } from '../../../test/paddle/paddle-shapes.ts'
import { liveThrough, shuffle } from '../../../test/paddle/random-lifecycle.ts'
import {
  normaliseTime,
  readAdjustment,
  readSubscription,
  readTransaction,
  type Snapshot,
} from '../provider/snapshots.ts'
import { reduceEvent, reduceReading, sortSubscriptions, versionOfEvent, type Versioned } from './reduce.ts'

const read = ({ event_type: type, data }: PaddleEvent): Snapshot<{ id: string }> =>
  type.startsWith('subscription')
    ? readSubscription(data)
    : type.startsWith('transaction')
      ? readTransaction(data)
      : readAdjustment(data)

/** Everything that is known after these events, by id. */
function fold(events: readonly PaddleEvent[]): Map<string, unknown> {
  const known = new Map<string, Versioned<unknown>>()
  for (const event of events) {
    const { state, updatedAt } = read(event)
    const version = versionOfEvent({ id: event.event_id, occurredAt: event.occurred_at, updatedAt })
    known.set(state.id, reduceEvent(known.get(state.id) ?? null, { version, state }))
  }
  return new Map([...known].toSorted(([a], [b]) => a.localeCompare(b)).map(([id, { state }]) => [id, state]))
}

test('1,000 random lives end the same in every order of their events, and as the provider knows them', () => {
  const endings = new Map<string, number>()
  for (let seed = 1; seed <= 1000; seed++) {
    const chance = createRandom(seed)
    const { events, subscriptions, transactions, adjustments } = liveThrough(chance, {})
    const ordered = fold(events)
    expect(fold(shuffle(chance, events)), `seed ${seed}`).toEqual(ordered)
    for (const one of subscriptions.values()) expect(ordered.get(one.id)).toEqual(readSubscription(one).state)
    for (const one of transactions.values()) expect(ordered.get(one.id)).toEqual(readTransaction(one).state)
    for (const one of adjustments.values()) expect(ordered.get(one.id)).toEqual(readAdjustment(one).state)
    for (const { status } of subscriptions.values()) endings.set(status, (endings.get(status) ?? 0) + 1)
  }
  // The lives differ enough to prove something.
  expect([...endings.keys()].toSorted()).toEqual(['active', 'canceled', 'past_due', 'paused', 'trialing'])
  expect(Math.min(...endings.values())).toBeGreaterThan(20)
})

describe('an answer of the API', () => {
  const at = (seconds: number) => normaliseTime(new Date(seconds * 1000).toISOString())
  const known = { version: `${at(10)} ${at(10)} evt_1`, state: { seats: 2 }, receivedAt: new Date(20_000) }

  test('replaces what is older', () => {
    const reading = { state: { seats: 3 }, updatedAt: at(11) }
    expect(reduceReading(known, reading, new Date(19_000)).state).toEqual({ seats: 3 })
    expect(reduceReading(null, reading, new Date(0)).state).toEqual({ seats: 3 })
  })

  test('does not replace what arrived after the question', () => {
    expect(reduceReading(known, { state: { seats: 1 }, updatedAt: at(9) }, new Date(19_000))).toBe(known)
  })

  test('repairs what an event left wrong, and a later event still counts', () => {
    const repaired = reduceReading(known, { state: { seats: 1 }, updatedAt: at(9) }, new Date(21_000))
    expect(repaired.state).toEqual({ seats: 1 })
    const later = { version: `${at(12)} ${at(12)} evt_2`, state: { seats: 5 } }
    expect(reduceEvent(repaired, later)).toBe(later)
  })

  test('that says nothing new changes nothing', () => {
    expect(reduceReading(known, { state: { seats: 2 }, updatedAt: at(9) }, new Date(21_000))).toBe(known)
  })
})

test('the order of events within a millisecond is kept', () => {
  expect(normaliseTime('2026-11-25T10:00:00.39Z')).toBe('2026-11-25T10:00:00.390000Z')
  expect(normaliseTime('2026-11-25T10:00:00Z') < normaliseTime('2026-11-25T10:00:00.000001Z')).toBe(true)
  for (const wrong of ['2026-11-25', '2026-11-25T10:00:00+02:00', '2026-13-25T10:00:00Z', ''])
    expect(() => normaliseTime(wrong)).toThrow(RangeError)
})

test('the effective subscription is a paid one, then the newest', () => {
  const one = (id: string, status: 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled', createdAt: string) => ({
    id,
    status,
    createdAt,
  })
  const sorted = sortSubscriptions([
    one('canceled later', 'canceled', '2026-05'),
    one('paused', 'paused', '2026-04'),
    one('overdue', 'past_due', '2026-03'),
    one('trial', 'trialing', '2026-02'),
    one('older', 'active', '2026-01'),
  ])
  expect(sorted.map(({ id }) => id)).toEqual(['trial', 'older', 'overdue', 'paused', 'canceled later'])
})
