import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { CompanyProofs } from '../company-proof.ts'
import {
  applyAdjustment,
  applySubscription,
  applyTransaction,
  type Applied,
  type Decide,
} from '../mirror/apply-state.ts'
import { findCompanyOfSubscription } from '../mirror/mirror.queries.ts'
import { reduceEvent, versionOfEvent } from '../mirror/reduce.ts'
import { isUnreadable, readAdjustment, readSubscription, readTransaction } from '../provider/snapshots.ts'
import { listWaitingEvents, lockEvent, openOutcomes, saveOutcome, type StoredEvent } from './event.queries.ts'

const maxWaiting = 500

/**
 * Applies a stored event, and those that waited for it. An event that is already applied is skipped unless `isAgain`;
 * applying one again, or after newer ones, changes nothing.
 */
export async function applyEvent(db: Db, proofs: CompanyProofs, id: string, isAgain = false): Promise<void> {
  const subjectId = await runTransaction(db, async (trx) => {
    const event = await lockEvent(trx, id)
    if (event === null || (!isAgain && !openOutcomes.includes(event.outcome))) return null
    const { outcome, companyId } = await apply(trx, proofs, event)
    await saveOutcome(trx, id, { outcome, companyId })
    return outcome === 'applied' ? event.subjectId : null
  })
  if (subjectId === null) return
  for (const waiting of await listWaitingEvents(db, subjectId, maxWaiting)) await applyEvent(db, proofs, waiting)
}

async function apply(
  trx: Trx,
  proofs: CompanyProofs,
  event: StoredEvent,
): Promise<Applied | { readonly outcome: 'unreadable'; readonly companyId: string | null }> {
  const decide: Decide = (current, { state, updatedAt }) => {
    const incoming = { version: versionOfEvent({ ...event, updatedAt }), state }
    return reduceEvent(current, incoming)
  }
  try {
    const [kind] = event.type.split('.')
    if (kind === 'subscription') return await applySubscription(trx, proofs, readSubscription(event.data), decide)
    if (kind === 'transaction') return await applyTransaction(trx, proofs, readTransaction(event.data), decide)
    return await applyAdjustment(trx, readAdjustment(event.data), decide)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const subscriptionId = event.parentId ?? event.subjectId
    return { outcome: 'unreadable', companyId: await findCompanyOfSubscription(trx, subscriptionId) }
  }
}
