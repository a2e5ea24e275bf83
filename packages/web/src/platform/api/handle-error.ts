/**
 * Handles every refused request, the same on all screens: some responses end the session or leave the company, all
 * others show a message.
 */
import { ApiError } from './api-error.ts'

export type SessionExits = {
  /** Ends the session here and opens the sign-in page, which returns to the present page. */
  logOut: () => void
  goTo: (path: '/inactive' | '/user-deactivated') => void
  /** The state of the company differs from what this page knows: refetches it and redirects accordingly. */
  recheck: () => void
  /** Whether the person is active in another company. */
  hasOtherCompany: () => boolean
  notify: (message: string) => void
}

let exits: SessionExits | null = null

/** Called once by the app: the platform knows no routes. */
export function setSessionExits(next: SessionExits): void {
  exits = next
}

/** True if the error navigated to another page. */
export function leaveOnError(error: unknown): boolean {
  if (!(error instanceof ApiError) || !exits) return false
  if (error.answer.company === true) exits.goTo('/inactive')
  else if (error.status === 401) exits.logOut()
  else if (error.status === 403 && error.answer.userInactiveInCompany === true) {
    if (exits.hasOtherCompany()) exits.logOut()
    else exits.goTo('/user-deactivated')
  } else if (error.code === 'company_not_paid' || error.code === 'no_company') exits.recheck()
  else return false
  return true
}

/** Navigates away or shows the error. */
export function handleError(error: unknown): void {
  if (leaveOnError(error)) return
  if (error instanceof DOMException && error.name === 'AbortError') return
  exits?.notify(error instanceof Error && error.message ? error.message : 'Connection error')
}
