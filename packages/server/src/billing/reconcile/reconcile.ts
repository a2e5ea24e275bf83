/**
 * Repairs differences from the provider, because a webhook can be lost: compares all subscriptions, the payments that
 * changed lately and recent refunds, and applies the messages that could not be applied before.
 */
import type { Db } from '../../platform/database/db.ts'
import { createReadings } from '../mirror/apply-reading.ts'
import type { Applied } from '../mirror/apply-state.ts'
import type { Billing } from '../provider/payment-provider.ts'
import { isUnreadable, readAdjustment, readSubscription, readTransaction } from '../provider/snapshots.ts'
import { noteDifferingSeats } from '../seats/seat.queries.ts'
import { applyEvent } from '../webhook/apply-event.ts'
import { listUnappliedEvents } from '../webhook/event.queries.ts'

const dayMs = 86_400_000
/** Longer than the provider repeats a webhook. */
const transactionDays = 4
/** Longer than the provider examines a refund. */
const adjustmentDays = 30
const maxEvents = 10_000

type Readings = ReturnType<typeof createReadings>
type Counts = Record<'subscriptions' | 'repaired' | 'transactions' | 'adjustments' | 'unreadable' | 'events', number>

export async function reconcile(
  db: Db,
  billing: Billing,
  signal: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<Counts> {
  const { provider } = billing
  const counts: Counts = { subscriptions: 0, repaired: 0, transactions: 0, adjustments: 0, unreadable: 0, events: 0 }

  /** The account may also sell products that are not ours. */
  async function applyPage(page: readonly unknown[], apply: (raw: unknown) => Promise<Applied>): Promise<void> {
    for (const raw of page) {
      signal.throwIfAborted()
      try {
        if ((await apply(raw)).outcome === 'applied') counts.repaired += 1
      } catch (error) {
        if (!isUnreadable(error)) throw error
        counts.unreadable += 1
      }
    }
  }

  /** Returns how many objects were read. */
  async function applyPages(
    pages: AsyncIterable<readonly unknown[]>,
    apply: (readings: Readings, raw: unknown) => Promise<Applied>,
  ): Promise<number> {
    let count = 0
    // Each page is as old as its request.
    let askedAt = new Date()
    for await (const page of pages) {
      const readings = createReadings(db, billing, askedAt)
      await applyPage(page, (raw) => apply(readings, raw))
      count += page.length
      askedAt = new Date()
    }
    return count
  }

  const events = await listUnappliedEvents(db, maxEvents)
  for (const id of events) {
    signal.throwIfAborted()
    await applyEvent(db, billing, id)
  }
  counts.events = events.length
  counts.subscriptions = await applyPages(provider.subscriptionPages(), (readings, raw) =>
    readings.subscription(readSubscription(raw)),
  )
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
  const changedSince = daysAgo(transactionDays)
  counts.transactions = await applyPages(provider.transactionPages({ changedSince }), (readings, raw) =>
    readings.transaction(readTransaction(raw)),
  )
  const createdSince = daysAgo(adjustmentDays)
  counts.adjustments = await applyPages(provider.adjustmentPages({ createdSince }), (readings, raw) =>
    readings.adjustment(readAdjustment(raw)),
  )
  await noteDifferingSeats(db)
  return counts
}
