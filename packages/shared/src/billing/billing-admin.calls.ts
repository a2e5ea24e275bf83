import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { money, providerId, subscription } from './billing.calls.ts'

/** The outcome of a message of the payment provider. */
export const eventOutcome = z.enum([
  /** Stored; a job applies it. */
  'stored',
  'applied',
  /** Something newer was known. */
  'outdated',
  /** Belongs to something that is not known yet. */
  'waiting',
  /** Concerns no company of this installation, or none of our plans. */
  'foreign',
  /** Could not be read. */
  'unreadable',
])
export type EventOutcome = z.infer<typeof eventOutcome>

export const billingEvent = z.object({
  id: z.string(),
  type: z.string(),
  /** The id of the subscription, transaction or adjustment. */
  subjectId: z.string(),
  occurredAt: isoTime,
  receivedAt: isoTime,
  appliedAt: isoTime.nullable(),
  outcome: eventOutcome,
})
export type BillingEvent = z.infer<typeof billingEvent>

/** Outcomes of messages that changed nothing, although they could have. */
export const unappliedOutcome = eventOutcome.exclude(['applied', 'outdated'])
export type UnappliedOutcome = z.infer<typeof unappliedOutcome>

export const unappliedEvent = billingEvent.extend({
  /** Null if the company is unknown. */
  company: z.object({ id: z.string(), title: z.string() }).nullable(),
})
export type UnappliedEvent = z.infer<typeof unappliedEvent>

/** A payment that was made when the company had no billing any more; its subscription is canceled. */
export const dueRefund = z.object({
  /** Of the payment and its subscription, as the provider lists them. */
  transactionId: z.string(),
  subscriptionId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** Null if it was removed. */
  company: z.object({ id: z.string(), title: z.string() }).nullable(),
  paidAt: isoTime,
  /** What was not paid back yet. */
  due: money,
})
export type DueRefund = z.infer<typeof dueRefund>

const allow = may('installation.manage', 'installation')

export const billingAdminCalls = {
  company: call({
    method: 'GET',
    path: '/admin/company/{id}/billing',
    summary: 'The subscriptions of a company, the effective one first, and the last 50 messages about them',
    allow,
    response: z.object({ subscriptions: z.array(subscription), events: z.array(billingEvent) }),
  }),
  unapplied: call({
    method: 'GET',
    path: '/admin/billing/events',
    summary:
      'The newest 100 messages of the payment provider that were not applied, or those of one outcome, and the newest 100 payments to refund',
    allow,
    query: z.strictObject({ outcome: unappliedOutcome.or(z.literal('')).optional() }),
    response: z.object({
      events: z.array(unappliedEvent),
      isTruncated: z.boolean(),
      refundsDue: z.array(dueRefund),
    }),
  }),
  dismissRefund: call({
    method: 'POST',
    path: '/admin/billing/refunds/dismiss',
    summary: 'Remove a payment from the list of payments to refund, without refunding it',
    allow,
    body: z.strictObject({
      transactionId: providerId,
      reason: z.string().trim().min(1, 'Please enter a reason').max(500),
    }),
    response: success,
    audit: { action: 'refund_dismissed', details: ['transactionId', 'reason'] },
  }),
  replayUnapplied: call({
    method: 'POST',
    path: '/admin/billing/replay',
    summary: 'Apply a stored message of the payment provider again, whatever it is about',
    allow,
    body: z.strictObject({ eventId: providerId }),
    response: z.object({ event: billingEvent }),
    audit: { action: 'event_replayed', details: ['eventId'] },
  }),
  replay: call({
    method: 'POST',
    path: '/admin/company/{id}/billing/replay',
    summary: 'Apply a stored message of the payment provider about a company again',
    allow,
    body: z.strictObject({ eventId: providerId }),
    response: z.object({ event: billingEvent }),
    audit: { action: 'event_replayed', subject: { kind: 'company', at: 'params.id' }, details: ['eventId'] },
  }),
}
