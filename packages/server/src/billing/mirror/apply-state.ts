/**
 * Brings the mirror of one of the provider's objects up to date, and then what depends on it: the company's access, its
 * audit log, and the number of users it pays for.
 */
import { isLiveSubscription, isPaidSubscription, isPaidTransaction } from '@knowreel/shared/billing/billing.rules.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { insertAuditEntry } from '../../audit/index.ts'
import { lockCompanySubscription, setCompanySubscription, type CompanySubscription } from '../../company/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import type { CompanyProofs } from '../company-proof.ts'
import type {
  AdjustmentState,
  CompanyLink,
  Snapshot,
  SubscriptionState,
  TransactionState,
} from '../provider/snapshots.ts'
import { isAfterBilling } from '../billing-end.queries.ts'
import { noteSeatChange } from '../seats/seat.queries.ts'
import {
  findCompanyOfSubscription,
  findCompanyOfTransaction,
  listSubscriptionsOf,
  lockAdjustment,
  lockSubscription,
  lockTransaction,
  saveAdjustment,
  saveSubscription,
  saveTransaction,
  toStoredTransaction,
  withoutPaymentMethod,
} from './mirror.queries.ts'
import type { Mirroring } from './mirroring.ts'
import { sortSubscriptions, type Versioned } from './reduce.ts'

type Known<State> = (Versioned<State> & { readonly receivedAt: Date }) | null
/** Decides the new state; the same object as the current one means that nothing is new. */
export type Decide = <State>(current: Known<State>, snapshot: Snapshot<State>) => Versioned<State>

export type Applied = {
  readonly outcome: 'applied' | 'outdated' | 'waiting' | 'foreign'
  /** It may be removed. */
  readonly companyId: string | null
}

/** Null unless this installation made the checkout. */
const companyOfLink = (proofs: CompanyProofs, link: CompanyLink | null): string | null =>
  link !== null && isUuid(link.companyId) && proofs.isGenuine(link) ? link.companyId : null

const refused = (outcome: 'waiting' | 'foreign'): Applied => ({ outcome, companyId: null })

export async function applySubscription(
  trx: Trx,
  mirroring: Mirroring,
  snapshot: Snapshot<SubscriptionState>,
  decide: Decide,
): Promise<Applied> {
  const knownId = await findCompanyOfSubscription(trx, snapshot.state.id)
  const companyId = knownId ?? companyOfLink(mirroring.proofs, snapshot.link)
  if (companyId === null) return refused('foreign')
  // The company is locked first everywhere. It may be gone.
  const company = await lockCompanySubscription(trx, companyId)
  // An owner can read the proof in the browser and buy something else of the account with it.
  if (knownId === null && !snapshot.isPlan) return { outcome: 'foreign', companyId }
  const cancelIfLive = async ({ id, status }: SubscriptionState) => {
    if (isLiveSubscription(status)) await mirroring.cancelSubscription(trx, id)
  }
  if (company === null) {
    // Paid on a checkout that was open when the company was removed.
    await cancelIfLive(snapshot.state)
    return { outcome: 'foreign', companyId }
  }
  const current = await lockSubscription(trx, snapshot.state.id)
  const next = decide(current, snapshot)
  if (!company.isBilling) await cancelIfLive(next.state)
  if (next === current) return { outcome: 'outdated', companyId }
  await saveSubscription(trx, companyId, next)
  await updateCompany(trx, companyId, company.subscription)
  if (isPaidSubscription(next.state.status)) await noteSeatChange(trx, companyId)
  return { outcome: 'applied', companyId }
}

async function updateCompany(trx: Trx, companyId: string, before: CompanySubscription | null): Promise<void> {
  const [effective] = sortSubscriptions(await listSubscriptionsOf(trx, companyId))
  if (effective === undefined) return
  await setCompanySubscription(trx, companyId, effective)
  if (before?.status === effective.status) return
  await insertAuditEntry(trx, {
    action: 'subscription_status_changed',
    companyId,
    userId: null,
    before: { status: before?.status ?? null },
    details: { status: effective.status, subscriptionId: effective.id },
  })
}

export async function applyTransaction(
  trx: Trx,
  mirroring: Mirroring,
  snapshot: Snapshot<TransactionState>,
  decide: Decide,
): Promise<Applied> {
  const { id, subscriptionId, paidAt } = snapshot.state
  const knownId =
    (await findCompanyOfTransaction(trx, id)) ??
    (subscriptionId === null ? null : await findCompanyOfSubscription(trx, subscriptionId))
  const companyId = knownId ?? companyOfLink(mirroring.proofs, snapshot.link)
  // Renewals name only their subscription, which may arrive later.
  if (companyId === null) return refused(subscriptionId === null ? 'foreign' : 'waiting')
  const company = await lockCompanySubscription(trx, companyId)
  if (knownId === null && !snapshot.isPlan) return { outcome: 'foreign', companyId }
  const current = await lockTransaction(trx, id)
  const state = toStoredTransaction(snapshot.state)
  const next = decide(current, { ...snapshot, state: company === null ? withoutPaymentMethod(state) : state })
  if (next === current) return { outcome: 'outdated', companyId }
  // A message says that it is paid, another one that it is completed: only the first one is a new payment.
  const isNewPayment =
    isPaidTransaction(next.state.status) && (current === null || !isPaidTransaction(current.state.status))
  const isRefundDue =
    isNewPayment &&
    next.state.total > 0 &&
    company?.isBilling !== true &&
    // The end of a removed company's billing is known since its removal is recorded.
    ((await isAfterBilling(trx, companyId, new Date(paidAt))) ?? company !== null)
  // Of a removed company, only refunds that are due are kept.
  if (company === null && current === null && !isRefundDue) return { outcome: 'foreign', companyId }
  await saveTransaction(trx, companyId, next, isRefundDue)
  return { outcome: 'applied', companyId }
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
