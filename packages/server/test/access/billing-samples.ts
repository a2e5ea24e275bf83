/** Sample requests of the billing feature, for world.ts. The payment provider knows none of these things. */
import type { Subjects } from './subjects.ts'

type Things = Pick<Subjects, 'company' | 'subscription' | 'transaction'>

export const billingSamples = {
  'billing.checkout': ({ transaction }: Things) => ({ params: { id: transaction.id } }),
  'billing.createTransaction': () => ({ body: { priceId: 'pri_01none' } }),
  'billing.history': () => ({}),
  'billing.invoice': ({ transaction }: Things) => ({ params: { id: transaction.id } }),
  'billing.listPrices': () => ({}),
  'billing.listSubscriptions': () => ({}),
  'billing.pause': ({ subscription }: Things) => ({ body: { subscriptionId: subscription.id } }),
  'billing.paymentMethod': ({ subscription }: Things) => ({ params: { id: subscription.id } }),
  'billing.resume': ({ subscription }: Things) => ({ body: { subscriptionId: subscription.id } }),
  'billing.seatCost': () => ({}),
  'billing.transaction': ({ transaction }: Things) => ({ params: { id: transaction.id } }),
  'billing.update': ({ subscription }: Things) => ({
    body: { subscriptionId: subscription.id, priceId: 'pri_01none' },
  }),
  'billing.updatePayment': ({ subscription }: Things) => ({ params: { id: subscription.id } }),
  'billingAdmin.company': ({ company }: Things) => ({ params: { id: company.id } }),
  'billingAdmin.unapplied': () => ({}),
  'billingAdmin.replayUnapplied': () => ({ body: { eventId: 'evt_01none' } }),
  'billingAdmin.dismissRefund': () => ({ body: { transactionId: 'txn_01none', reason: 'Refunded by bank transfer' } }),
  'billingAdmin.replay': ({ company }: Things) => ({ params: { id: company.id }, body: { eventId: 'evt_01none' } }),
}
