import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../../platform/database/db.ts'
import { createAttemptLimit } from '../../platform/http/attempt-limit.ts'
import { verifyPassword } from '../../user/index.ts'
import { findOpenLink, type OpenLink } from './link.queries.ts'
import type { LinkSecrets } from './link-secrets.ts'

type Dependencies = { readonly db: Db; readonly secrets: LinkSecrets }

/** Opens a public link; if it has a password, a pass is required. */
export async function openPublicLink(
  { db, secrets }: Dependencies,
  { token, pass }: { readonly token: string; readonly pass: string | undefined },
): Promise<OpenLink> {
  const link = await findOpenLink(db, 'public', token)
  if (link === null) throw new AppError('shared_not_found')
  if (link.passwordHash !== null && !secrets.isValidPass(link, pass ?? '')) throw new AppError('shared_locked')
  return link
}

const windowMs = 15 * 60_000

/** Limits per link and client address, and per link overall; readers who already have a pass are not affected. */
const createLimits = () => ({
  perAddress: createAttemptLimit({ max: 10, windowMs }),
  perLink: createAttemptLimit({ max: 100, windowMs }),
})

/** Returns the pass. */
export function createLinkUnlocker({ db, secrets }: Dependencies) {
  const limits = createLimits()
  return async (token: string, password: string, address: string): Promise<string> => {
    const link = await findOpenLink(db, 'public', token)
    if (link === null) throw new AppError('shared_not_found')
    if (link.passwordHash === null) return secrets.issuePass(link)
    const rateKey = `${link.token} ${address}`
    limits.perAddress.require(rateKey)
    limits.perLink.require(link.token)
    if (!(await verifyPassword(link.passwordHash, password))) {
      limits.perAddress.fail(rateKey)
      limits.perLink.fail(link.token)
      throw new AppError('wrong_share_password', {
        fields: [{ field: 'password', message: 'Wrong password' }],
      })
    }
    limits.perAddress.succeed(rateKey)
    return secrets.issuePass(link)
  }
}
