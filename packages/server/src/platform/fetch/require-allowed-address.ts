import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { FetchRefused } from './pinned-target.ts'

/** Throws `code` for an address that must not be fetched, without saying what was found there. */
export async function requireAllowedAddress(
  guarded: Pick<GuardedFetch, 'check'>,
  address: string,
  code: 'ai_address_refused' | 'webhook_address_refused',
): Promise<void> {
  try {
    await guarded.check(address)
  } catch (error) {
    if (error instanceof FetchRefused || (error instanceof Error && 'code' in error))
      throw new AppError(code, { cause: error })
    throw error
  }
}
