/**
 * Marks the checkouts that this installation made for a company. Anybody can begin a checkout with our public token and
 * claim to pay for a company; only ours have the proof.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CompanyLink } from './provider/snapshots.ts'

export type CompanyProofs = {
  readonly linkTo: (companyId: string) => CompanyLink
  readonly isGenuine: (link: CompanyLink) => boolean
}

export function createCompanyProofs(secret: string): CompanyProofs {
  const key = createHmac('sha256', secret).update('subscriptions of companies').digest()
  const proofOf = (companyId: string) => createHmac('sha256', key).update(companyId).digest('base64url')
  return {
    linkTo: (companyId) => ({ companyId, companyProof: proofOf(companyId) }),
    isGenuine({ companyId, companyProof }) {
      const expected = Buffer.from(proofOf(companyId))
      const given = Buffer.from(companyProof)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
