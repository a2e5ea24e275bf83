import type { EventOutcome } from '@knowreel/shared/billing/billing-admin.calls.ts'
import type { BillingInterval, ScheduledAction, TransactionStatus } from '@knowreel/shared/billing/billing.calls.ts'
import type { SubscriptionStatus } from '@knowreel/shared/company/company.calls.ts'
import type { Generated } from 'kysely'

type BillingEventsTable = {
  id: string
  type: string
  occurred_at: Date
  received_at: Generated<Date>
  subject_id: string
  parent_id: string | null
  company_id: string | null
  data: unknown
  outcome: Generated<EventOutcome>
  applied_at: Date | null
}

type BillingSubscriptionsTable = {
  id: string
  company_id: string
  customer_id: string
  version: string
  received_at: Generated<Date>
  status: SubscriptionStatus
  price_id: string
  price_name: string
  product_name: string
  unit_amount: number
  currency_code: string
  billing_interval: BillingInterval
  billing_frequency: number
  quantity: number
  scheduled_action: ScheduledAction | null
  scheduled_at: Date | null
  period_starts_at: Date | null
  period_ends_at: Date | null
  next_billed_at: Date | null
  created_at: Date
  locked_until: Date | null
}

type BillingTransactionsTable = {
  id: string
  company_id: string
  subscription_id: string | null
  version: string
  received_at: Generated<Date>
  status: TransactionStatus
  origin: string
  invoice_number: string | null
  product_name: string
  unit_amount: number
  quantity: number
  total: number
  currency_code: string
  is_trial: boolean
  payment_name: string | null
  payment_digits: string | null
  occurred_at: Date
  is_refund_due: Generated<boolean>
  is_refund_dismissed: Generated<boolean>
}

type BillingAdjustmentsTable = {
  id: string
  transaction_id: string
  version: string
  received_at: Generated<Date>
  action: string
  status: string
  total: number
}

/** The row of a removed company stays. */
type BillingEndsTable = {
  company_id: string
  ended_at: Generated<Date>
}

type BillingSeatChangesTable = {
  company_id: string
  changed_at: Generated<Date>
  due_at: Generated<Date>
  failures: Generated<number>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    billing_events: BillingEventsTable
    billing_subscriptions: BillingSubscriptionsTable
    billing_transactions: BillingTransactionsTable
    billing_adjustments: BillingAdjustmentsTable
    billing_ends: BillingEndsTable
    billing_seat_changes: BillingSeatChangesTable
  }
}
