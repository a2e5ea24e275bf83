import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import {
  applyAdjustment,
  applySubscription,
  applyTransaction,
  type Applied,
  type Decide,
} from '../mirror/apply-state.ts'
import { findCompanyOfSubscription } from '../mirror/mirror.queries.ts'
import type { Mirroring } from '../mirror/mirroring.ts'
import { reduceEvent, versionOfEvent } from '../mirror/reduce.ts'
import { isUnreadable, readAdjustment, readSubscription, readTransaction } from '../provider/snapshots.ts'
import { listWaitingEvents, lockEvent, openOutcomes, saveOutcome, type StoredEvent } from './event.queries.ts'

const maxWaiting = 500

/**
 * Applies a stored event, and those that waited for it. An event that is already applied is skipped unless `isAgain`;
 * applying one again, or after newer ones, changes nothing.
 */
export async function applyEvent(db: Db, mirroring: Mirroring, id: string, isAgain = false): Promise<void> {
  const subjectId = await runTransaction(db, async (trx) => {
    const event = await lockEvent(trx, id)
    if (event === null || (!isAgain && !openOutcomes.includes(event.outcome))) return null
    const { outcome, companyId } = await apply(trx, mirroring, event)
    await saveOutcome(trx, id, { outcome, companyId })
    return outcome === 'applied' ? event.subjectId : null
  })
  if (subjectId === null) return
  for (const waiting of await listWaitingEvents(db, subjectId, maxWaiting)) await applyEvent(db, mirroring, waiting)
}

async function apply(
  trx: Trx,
  mirroring: Mirroring,
  event: StoredEvent,
): Promise<Applied | { readonly outcome: 'unreadable'; readonly companyId: string | null }> {
  const decide: Decide = (current, { state, updatedAt }) => {
    const incoming = { version: versionOfEvent({ ...event, updatedAt }), state }
    return reduceEvent(current, incoming)
  }
  try {
    const [kind] = event.type.split('.')
    if (kind === 'subscription') return await applySubscription(trx, mirroring, readSubscription(event.data), decide)
    if (kind === 'transaction') return await applyTransaction(trx, mirroring, readTransaction(event.data), decide)
    return await applyAdjustment(trx, readAdjustment(event.data), decide)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const subscriptionId = event.parentId ?? event.subjectId
    return { outcome: 'unreadable', companyId: await findCompanyOfSubscription(trx, subscriptionId) }
  }
}
