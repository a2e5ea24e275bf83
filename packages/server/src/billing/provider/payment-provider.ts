/**
 * The payment provider as billing uses it. Every function throws an AppError: `payment_provider_failed` where it does
 * not answer in time or not as expected, `payment_declined`, or `subscription_ending` where the state of the
 * subscription does not allow it.
 */
import type { Price } from '@knowreel/shared/billing/billing.calls.ts'
import type { Mirroring } from '../mirror/mirroring.ts'
import type { CompanyLink, Snapshot, SubscriptionState, TransactionState } from './snapshots.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    billing: Billing | null
  }
}

/** Null while no payment provider is configured: the product is free. */
export type Billing = Mirroring & { readonly provider: PaymentProvider }

/** When a changed quantity or plan is charged or credited: now, with the next payment, or not at all. */
export type Settlement = 'prorated_immediately' | 'prorated_next_billing_period' | 'do_not_bill'

type SubscriptionChange = {
  readonly priceId: string
  readonly quantity: number
  readonly settlement: Settlement
}

export type PaymentProvider = {
  /** Public values for the checkout page. */
  readonly checkout: { readonly clientToken: string; readonly environment: 'production' | 'sandbox' }
  /** The plans; answers are remembered for a minute. */
  listPrices(): Promise<readonly Price[]>
  forgetPrices(): void
  /** The provider knows one customer for an email address. */
  findOrCreateCustomer(person: { readonly email: string; readonly name: string }): Promise<string>
  createTransaction(order: {
    readonly priceId: string
    readonly quantity: number
    readonly customerId: string
    readonly link: CompanyLink
  }): Promise<string>
  /** Null if it does not exist. */
  findTransaction(id: string): Promise<Snapshot<TransactionState> | null>
  getSubscription(id: string): Promise<Snapshot<SubscriptionState>>
  /**
   * Changes the plan or its quantity. `decide` gets the subscription as the provider has it now; null changes nothing.
   * Other items of the subscription are kept.
   */
  updateSubscription(
    id: string,
    decide: (current: SubscriptionState) => SubscriptionChange | null,
  ): Promise<Snapshot<SubscriptionState>>
  /** At the end of its period; immediately if that was not paid. */
  pauseSubscription(id: string): Promise<Snapshot<SubscriptionState>>
  /** Withdraws the scheduled change. */
  keepSubscription(id: string): Promise<Snapshot<SubscriptionState>>
  /** Starts a paused one now, with a new period. */
  resumeSubscription(id: string): Promise<Snapshot<SubscriptionState>>
  /** Immediately and permanently. Succeeds for one that is already canceled. */
  cancelSubscription(id: string): Promise<Snapshot<SubscriptionState>>
  createPaymentMethodChange(subscriptionId: string): Promise<string>
  getInvoiceUrl(transactionId: string): Promise<string>
  /** Every subscription of the account, in pages. */
  subscriptionPages(): AsyncIterable<readonly unknown[]>
  /** Transactions, in pages: of a subscription, or those that have changed since. */
  transactionPages(
    which: { readonly subscriptionId: string } | { readonly changedSince: Date },
  ): AsyncIterable<readonly unknown[]>
  /** Refunds, credits and chargebacks, in pages, newest first: of a subscription, or at least those created since. */
  adjustmentPages(
    which: { readonly subscriptionId: string } | { readonly createdSince: Date },
  ): AsyncIterable<readonly unknown[]>
}
