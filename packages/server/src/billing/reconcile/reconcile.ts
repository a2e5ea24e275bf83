/**
 * Compares what we know with what the provider knows, because a webhook can be lost: all subscriptions, the payments that
 * changed lately, and the messages that could not be applied.
 */
import * as z from 'zod'
import type { Db } from '../../platform/database/db.ts'
import { createReadings } from '../mirror/apply-reading.ts'
import type { Applied } from '../mirror/apply-state.ts'
import type { Billing } from '../provider/payment-provider.ts'
import { readSubscription, readTransaction } from '../provider/snapshots.ts'
import { noteDifferingSeats } from '../seats/seat.queries.ts'
import { applyEvent } from '../webhook/apply-event.ts'
import { listUnappliedEvents } from '../webhook/event.queries.ts'

const dayMs = 86_400_000
/** Longer than the provider repeats a webhook. */
const transactionDays = 4
const maxEvents = 10_000

type Counts = { subscriptions: number; repaired: number; transactions: number; unreadable: number; events: number }

export async function reconcile(
  db: Db,
  { provider, proofs }: Billing,
  signal: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<Counts> {
  const counts: Counts = { subscriptions: 0, repaired: 0, transactions: 0, unreadable: 0, events: 0 }

  /** The account may also sell what is not ours. */
  async function applyPage<Raw>(page: readonly Raw[], apply: (raw: Raw) => Promise<Applied>): Promise<void> {
    for (const raw of page) {
      signal.throwIfAborted()
      try {
        if ((await apply(raw)).outcome === 'applied') counts.repaired += 1
      } catch (error) {
        if (!(error instanceof z.ZodError || error instanceof RangeError)) throw error
        counts.unreadable += 1
      }
    }
  }

  const events = await listUnappliedEvents(db, maxEvents)
  for (const id of events) {
    signal.throwIfAborted()
    await applyEvent(db, proofs, id)
  }
  counts.events = events.length
  const pagesOf = async (pages: AsyncIterable<readonly unknown[]>, kind: 'subscriptions' | 'transactions') => {
    // Each page is as old as its question.
    let askedAt = new Date()
    for await (const page of pages) {
      const readings = createReadings(db, proofs, askedAt)
      counts[kind] += page.length
      await applyPage(page, (raw) =>
        kind === 'subscriptions'
          ? readings.subscription(readSubscription(raw))
          : readings.transaction(readTransaction(raw)),
      )
      askedAt = new Date()
    }
  }
  await pagesOf(provider.subscriptionPages(), 'subscriptions')
  const changedSince = new Date(Date.now() - transactionDays * dayMs)
  await pagesOf(provider.transactionPages({ changedSince }), 'transactions')
  await noteDifferingSeats(db)
  return counts
}
