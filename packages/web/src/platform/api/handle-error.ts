/**
 * Handles every refused request, the same on all screens: some responses end the session or leave the company, all
 * others show a message.
 */
import { ApiError } from './api-error.ts'

export type SessionErrorHandlers = {
  /** Ends the session here and opens the sign-in page, which returns to the present page. */
  logOut: () => void
  goTo: (path: '/inactive' | '/user-deactivated') => void
  /** The company or the person's role differs from what this page knows: refetches it and redirects accordingly. */
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

/** True if the error navigated to another page. Fetches the role of the person again if it does not suffice. */
export function handleSessionError(error: unknown): boolean {
  if (!(error instanceof ApiError) || !sessionHandlers) return false
  if (error.body.company === true) sessionHandlers.goTo('/inactive')
  else if (error.status === 401) sessionHandlers.logOut()
  else if (error.status === 403 && error.body.userInactiveInCompany === true) {
    if (sessionHandlers.hasOtherCompany()) sessionHandlers.logOut()
    else sessionHandlers.goTo('/user-deactivated')
  } else if (error.code === 'company_not_paid' || error.code === 'no_company') sessionHandlers.recheck()
  else {
    if (error.code === 'forbidden') sessionHandlers.recheck()
    return false
  }
  return true
}

const engineErrors = [TypeError, RangeError, ReferenceError, SyntaxError]

/**
 * Reports a fault of the page to the operators; true if it was one. The engine throws these for bugs; our own errors are
 * refusals and say what to do.
 */
export function reportFault(error: unknown): boolean {
  if (!engineErrors.some((engineError) => error instanceof engineError)) return false
  sessionHandlers?.report(error)
  return true
}

/** Navigates away or shows the error. */
export function handleError(error: unknown): void {
  if (handleSessionError(error)) return
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (reportFault(error)) sessionHandlers?.notify('Something went wrong')
  else sessionHandlers?.notify(error instanceof Error && error.message ? error.message : 'Connection error')
}
