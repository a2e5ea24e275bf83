import type { Trx } from '../../platform/database/db.ts'
import type { CompanyProofs } from '../company-proof.ts'

/** Required to store the state of the provider's objects. */
export type Mirroring = {
  readonly proofs: CompanyProofs
  /** Enqueues the job that ends a subscription of a company that cannot use it. */
  readonly cancelSubscription: (trx: Trx, subscriptionId: string) => Promise<void>
}
