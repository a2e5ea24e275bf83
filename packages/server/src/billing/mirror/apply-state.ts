/**
 * Brings the mirror of one of the provider's objects up to date, and then what depends on it: the company's access, its
 * audit log, and the number of users it pays for.
 */
import { isPaidSubscription } from '@knowreel/shared/billing/billing.rules.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { insertAuditEntry } from '../../audit/index.ts'
import { lockCompanySubscription, setCompanySubscription } from '../../company/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import type { CompanyProofs } from '../company-proof.ts'
import type {
  AdjustmentState,
  CompanyLink,
  Snapshot,
  SubscriptionState,
  TransactionState,
} from '../provider/snapshots.ts'
import { noteSeatChange } from '../seats/seat.queries.ts'
import {
  findCompanyOfSubscription,
  listSubscriptionsOf,
  lockAdjustment,
  lockSubscription,
  lockTransaction,
  saveAdjustment,
  saveSubscription,
  saveTransaction,
  toStoredTransaction,
} from './mirror.queries.ts'
import { sortSubscriptions, type Versioned } from './reduce.ts'

type Known<State> = (Versioned<State> & { readonly receivedAt: Date }) | null
/** Decides the new state; the same object as the current one means that nothing is new. */
export type Decide = <State>(current: Known<State>, snapshot: Snapshot<State>) => Versioned<State>

export type Applied = {
  readonly outcome: 'applied' | 'outdated' | 'waiting' | 'foreign'
  readonly companyId: string | null
}

type Company = { readonly id: string } | 'waiting' | 'foreign'

/** Nobody's, unless this installation made the checkout. */
const companyOfLink = (proofs: CompanyProofs, link: CompanyLink | null): Company =>
  link !== null && isUuid(link.companyId) && proofs.isGenuine(link) ? { id: link.companyId } : 'foreign'

const refused = (outcome: 'waiting' | 'foreign'): Applied => ({ outcome, companyId: null })

export async function applySubscription(
  trx: Trx,
  proofs: CompanyProofs,
  snapshot: Snapshot<SubscriptionState>,
  decide: Decide,
): Promise<Applied> {
  const knownId = await findCompanyOfSubscription(trx, snapshot.state.id)
  const company = knownId === null ? companyOfLink(proofs, snapshot.link) : { id: knownId }
  // The company is locked first everywhere. It may be gone.
  if (typeof company === 'string' || (await lockCompanySubscription(trx, company.id)) === null)
    return refused('foreign')
  const current = await lockSubscription(trx, snapshot.state.id)
  const next = decide(current, snapshot)
  if (next === current) return { outcome: 'outdated', companyId: company.id }
  await saveSubscription(trx, company.id, next)
  await updateCompany(trx, company.id)
  if (isPaidSubscription(next.state.status)) await noteSeatChange(trx, company.id)
  return { outcome: 'applied', companyId: company.id }
}

async function updateCompany(trx: Trx, companyId: string): Promise<void> {
  const known = await lockCompanySubscription(trx, companyId)
  const [counting] = sortSubscriptions(await listSubscriptionsOf(trx, companyId))
  if (known === null || counting === undefined) return
  const before = known.subscription
  await setCompanySubscription(trx, companyId, counting)
  if (before?.status === counting.status) return
  await insertAuditEntry(trx, {
    action: 'subscription_status_changed',
    companyId,
    userId: null,
    before: { status: before?.status ?? null },
    details: { status: counting.status, subscriptionId: counting.id },
  })
}

export async function applyTransaction(
  trx: Trx,
  proofs: CompanyProofs,
  snapshot: Snapshot<TransactionState>,
  decide: Decide,
): Promise<Applied> {
  const current = await lockTransaction(trx, snapshot.state.id)
  const company = current === null ? await companyOfTransaction(trx, proofs, snapshot) : { id: current.companyId }
  if (typeof company === 'string') return refused(company)
  if (current === null && (await lockCompanySubscription(trx, company.id)) === null) return refused('foreign')
  const next = decide(current, { ...snapshot, state: toStoredTransaction(snapshot.state) })
  if (next === current) return { outcome: 'outdated', companyId: company.id }
  await saveTransaction(trx, company.id, next)
  return { outcome: 'applied', companyId: company.id }
}

/** Renewals name only their subscription, which may arrive later. */
async function companyOfTransaction(
  trx: Trx,
  proofs: CompanyProofs,
  { state: { subscriptionId }, link }: Snapshot<TransactionState>,
): Promise<Company> {
  const knownId = subscriptionId === null ? null : await findCompanyOfSubscription(trx, subscriptionId)
  if (knownId !== null) return { id: knownId }
  const linked = companyOfLink(proofs, link)
  return linked === 'foreign' && subscriptionId !== null ? 'waiting' : linked
}

export async function applyAdjustment(trx: Trx, snapshot: Snapshot<AdjustmentState>, decide: Decide): Promise<Applied> {
  const transaction = await lockTransaction(trx, snapshot.state.transactionId)
  if (transaction === null) return refused('waiting')
  const current = await lockAdjustment(trx, snapshot.state.id)
  const next = decide(current, snapshot)
  if (next === current) return { outcome: 'outdated', companyId: transaction.companyId }
  await saveAdjustment(trx, next)
  return { outcome: 'applied', companyId: transaction.companyId }
}
