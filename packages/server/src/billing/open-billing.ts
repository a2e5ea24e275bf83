/** The calls, the webhook and the jobs of billing. Without settings, billing is off. */
import type { FastifyInstance } from 'fastify'
import { saveIsBillingOn } from '../company/index.ts'
import type { BillingSettings } from '../platform/config/billing.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import type { Enqueue, Jobs } from '../platform/jobs/index.ts'
import { markBillingResumed } from './billing-end.queries.ts'
import { billingAdminRoutes } from './billing-admin.routes.ts'
import { billingRoutes } from './billing.routes.ts'
import { endBillingOf, enqueueCancellation } from './cancel-subscription.job.ts'
import { createCompanyProofs } from './company-proof.ts'
import type { Mirroring } from './mirror/mirroring.ts'
import { createPaddle, paymentSiteOf } from './provider/paddle.ts'
import type { Billing } from './provider/payment-provider.ts'
import { reconcileBilling } from './reconcile/reconcile.job.ts'
import { updatePaidSeats } from './seats/update-seats.job.ts'
import { registerBillingWebhook } from './webhook/receive-webhook.ts'

type Dependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly settings: BillingSettings | null
  readonly secret: string
  /** The process that serves the API stores in the database whether billing is on. */
  readonly isApi: boolean
}

export async function openBilling({ db, enqueue, settings, secret, isApi }: Dependencies) {
  const mirroring: Mirroring = {
    proofs: createCompanyProofs(secret),
    cancelSubscription: (trx, subscriptionId) => enqueueCancellation(trx, enqueue, subscriptionId),
  }
  const billing: Billing | null = settings === null ? null : { provider: createPaddle(settings), ...mirroring }
  if (isApi) await saveIsBillingOn(db, billing !== null)
  return {
    billing,
    forAdmin: {
      isBillingOn: billing !== null,
      endBilling: (trx: Trx, companyId: string) => endBillingOf(trx, enqueue, companyId),
      resumeBilling: markBillingResumed,
    },
    routes: { billing: billingRoutes({ db, billing }), billingAdmin: billingAdminRoutes({ db, mirroring }) },
    paymentSiteOf: (path: string) => (billing === null ? null : paymentSiteOf(path)),
    registerWebhook: (api: FastifyInstance) =>
      registerBillingWebhook(api, {
        db,
        enqueue,
        secrets: settings?.webhookSecrets ?? [],
        onPriceChange: () => billing?.provider.forgetPrices(),
      }),
    /** Only installations with a payment provider have these in their list of jobs. */
    async scheduleJobs(jobs: Pick<Jobs, 'schedule'>): Promise<void> {
      if (billing === null) return
      await jobs.schedule(updatePaidSeats, '*/5 * * * *')
      await jobs.schedule(reconcileBilling, '11 2 * * *')
    },
  }
}
