/**
 * Handles every refused request, the same on all screens: some responses end the session or leave the company, all
 * others show a message.
 */
import { ApiError } from './api-error.ts'

export type SessionErrorHandlers = {
  /** Ends the session here and opens the sign-in page, which returns to the present page. */
  logOut: () => void
  goTo: (path: '/inactive' | '/user-deactivated') => void
  /** The state of the company differs from what this page knows: refetches it and redirects accordingly. */
  recheck: () => void
  /** Whether the person is active in another company. */
  hasOtherCompany: () => boolean
  notify: (message: string) => void
  /** Passes a fault of the page on to the operators. */
  report: (error: unknown) => void
}

let sessionHandlers: SessionErrorHandlers | null = null

/** Called once by the app: the platform knows no routes. */
export function setSessionErrorHandlers(next: SessionErrorHandlers): void {
  sessionHandlers = next
}

/** True if the error navigated to another page. */
export function handleSessionError(error: unknown): boolean {
  if (!(error instanceof ApiError) || !sessionHandlers) return false
  if (error.body.company === true) sessionHandlers.goTo('/inactive')
  else if (error.status === 401) sessionHandlers.logOut()
  else if (error.status === 403 && error.body.userInactiveInCompany === true) {
    if (sessionHandlers.hasOtherCompany()) sessionHandlers.logOut()
    else sessionHandlers.goTo('/user-deactivated')
  } else if (error.code === 'company_not_paid' || error.code === 'no_company') sessionHandlers.recheck()
  else return false
  return true
}

/** Errors of the engine are faults of the page. Our own are refusals and say what the person can do. */
const isFault = (error: unknown): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((engineError) => error instanceof engineError)

/** Where a screen shows an error itself, its operators learn of a fault too. */
export function reportFault(error: unknown): void {
  if (isFault(error)) sessionHandlers?.report(error)
}

/** Navigates away or shows the error. */
export function handleError(error: unknown): void {
  if (handleSessionError(error)) return
  if (error instanceof DOMException && error.name === 'AbortError') return
  reportFault(error)
  if (isFault(error)) sessionHandlers?.notify('Something went wrong')
  else sessionHandlers?.notify(error instanceof Error && error.message ? error.message : 'Connection error')
}
