import type { EventOutcome, UnappliedOutcome } from '@knowreel/shared/billing/billing-admin.calls.ts'

export {
  actionsForItem,
  cancel,
  clearFilters,
  close,
  company,
  event,
  occurredAt,
  outcome,
  replay,
  subject,
} from '../texts.ts'
export { thereAreNoMatchingResults } from '../texts.ts'

export const billingMessages = 'Billing messages'
export const billingMessagesHelp =
  'Messages from the payment provider that weren’t applied. They’re deleted after 90 days.'
export const dismissRefund = 'Dismiss refund'
export const dismissRefundQuestion = (amount: string) => `Dismiss the refund of ${amount}?`
export const dismissRefundText = (payment: string) =>
  `The payment ${payment} is no longer listed and is not refunded. The audit log keeps the reason.`
export const enterAReason = 'Please enter a reason'
export const everythingIsApplied = 'All messages are applied.'
export const newestMessagesShown = 'Only the newest 100 messages are shown.'
export const noCompany = 'None'
export const outcomeAll = 'Outcome: All'
export const paidAt = 'Paid'
export const payment = 'Payment'
export const reason = 'Reason'
export const refundDismissed = 'The refund is dismissed'
export const refundDue = 'Due'
export const refundsDue = 'Refunds due'
export const refundsDueHelp =
  'These payments were made after billing was disabled or the company was removed. Their subscriptions are canceled; refund the payments at the payment provider.'
export const removedCompany = 'Removed'
export const theMessagesCouldNotBe = 'The messages could not be loaded.'

export const outcomes: readonly { readonly value: UnappliedOutcome; readonly label: string }[] = [
  { value: 'stored', label: 'Stored' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'foreign', label: 'Foreign' },
  { value: 'unreadable', label: 'Unreadable' },
]

const replayed: Readonly<Record<EventOutcome, string>> = {
  stored: 'The message was not applied',
  applied: 'The message is applied',
  outdated: 'A newer state was already known',
  waiting: 'The message refers to something that isn’t known yet',
  foreign: 'The message concerns no company or plan of this installation',
  unreadable: 'The message could not be read',
}
export const messageReplayed = (outcome: EventOutcome) => replayed[outcome]
