/**
 * Repairs differences from the provider, because a webhook can be lost: compares all subscriptions and the payments that
 * changed lately, and applies the messages that could not be applied before.
 */
import type { Db } from '../../platform/database/db.ts'
import { createReadings } from '../mirror/apply-reading.ts'
import type { Applied } from '../mirror/apply-state.ts'
import type { Billing } from '../provider/payment-provider.ts'
import { isUnreadable, readSubscription, readTransaction } from '../provider/snapshots.ts'
import { noteDifferingSeats } from '../seats/seat.queries.ts'
import { applyEvent } from '../webhook/apply-event.ts'
import { listUnappliedEvents } from '../webhook/event.queries.ts'

const dayMs = 86_400_000
/** Longer than the provider repeats a webhook. */
const transactionDays = 4
const maxEvents = 10_000

type Readings = ReturnType<typeof createReadings>
type Counts = { subscriptions: number; repaired: number; transactions: number; unreadable: number; events: number }

export async function reconcile(
  db: Db,
  { provider, proofs }: Billing,
  signal: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<Counts> {
  const counts: Counts = { subscriptions: 0, repaired: 0, transactions: 0, unreadable: 0, events: 0 }

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
      const readings = createReadings(db, proofs, askedAt)
      await applyPage(page, (raw) => apply(readings, raw))
      count += page.length
      askedAt = new Date()
    }
    return count
  }

  const events = await listUnappliedEvents(db, maxEvents)
  for (const id of events) {
    signal.throwIfAborted()
    await applyEvent(db, proofs, id)
  }
  counts.events = events.length
  counts.subscriptions = await applyPages(provider.subscriptionPages(), (readings, raw) =>
    readings.subscription(readSubscription(raw)),
  )
  const changedSince = new Date(Date.now() - transactionDays * dayMs)
  counts.transactions = await applyPages(provider.transactionPages({ changedSince }), (readings, raw) =>
    readings.transaction(readTransaction(raw)),
  )
  await noteDifferingSeats(db)
  return counts
}
