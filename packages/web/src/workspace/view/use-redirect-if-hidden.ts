import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import { membershipStateOf } from '@knowreel/shared/company/company-state.rules.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { loadWithRetry } from '../../platform/load-with-retry.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { showError } from '../../ui/toast/toast.ts'
import { meQuery, signInPath } from '../../user/index.ts'
import * as texts from '../texts.ts'

const companyErrors: readonly (ErrorCode | null)[] = [
  'company_deactivated',
  'company_not_paid',
  'no_company',
  'user_inactive_in_company',
]

/** Missing, inaccessible or not to be shown. Other errors can be retried, or lead to the page of the company's state. */
export const isHidden = (error: Error | null): error is ApiError =>
  error instanceof ApiError && [403, 404, 422].includes(error.status ?? 0) && !companyErrors.includes(error.code)

/** The text of the table of errors, which pages do not load otherwise. */
async function showNotFound(): Promise<void> {
  const { errorCodes } = await loadWithRetry(() => import('@knowreel/shared/error/error-codes.ts'))
  showError(errorCodes.workspace_not_found.message)
}

/** Without company hosts, a URL does not name its company. */
async function showMissing(queryClient: QueryClient, message: string): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null)
  const hasOther = me !== null && membershipStateOf(me).hasOtherCompany
  showError(hasOther ? texts.messageOrAnotherCompany(message) : message)
}

export type RedirectTarget = {
  /** A URL within the app. */
  readonly to: string
  readonly message: string
}

/**
 * A workspace that cannot be shown reports why and redirects: home, or guests to the sign-in page and back. True while
 * it redirects. Members go to `missingExit` instead of home if the requested page is missing.
 */
export function useRedirectIfHidden(error: Error | null, missingExit?: RedirectTarget): boolean {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isLeaving = isHidden(error)
  useEffect(() => {
    if (!isHidden(error)) return
    const isGuest = readToken() === null
    const exit = error.status === 404 ? missingExit : undefined
    // Guests see one text whichever call failed, so that it does not reveal what is missing and what is only hidden.
    // The server gives 422 only for what anyone may see otherwise.
    if (isGuest && error.status !== 422) void showNotFound()
    else if (exit || error.status !== 404) showError(exit?.message ?? error.message)
    else void showMissing(queryClient, error.message)
    if (isGuest) router.history.replace(signInPath(router.latestLocation.href))
    else if (exit) router.history.replace(exit.to)
    else void router.navigate({ to: '/', replace: true })
    // eslint-disable-next-line react/exhaustive-deps
  }, [error, router, queryClient])
  return isLeaving
}
