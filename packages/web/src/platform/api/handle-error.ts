/**
 * What every refused request leads to, the same on all screens: some answers end the session or leave the company, all
 * others are said in a message.
 */
import { ApiError } from './api-error.ts'

export type SessionExits = {
  /** Ends the session here and goes to the sign-in page, keeping the place to come back to. */
  logOut: () => void
  goTo: (path: '/inactive' | '/user-deactivated') => void
  /** The company stands otherwise than this page knows: asks anew and goes where that leads. */
  recheck: () => void
  /** Is there another company in which the person is active? */
  hasOtherCompany: () => boolean
  say: (message: string) => void
}

let exits: SessionExits | null = null

/** Called once by the app: the platform knows no routes. */
export function setSessionExits(next: SessionExits): void {
  exits = next
}

/** True when the error took the person to another page. */
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

/** The whole handling: leave, or say what happened. */
export function handleError(error: unknown): void {
  if (leaveOnError(error)) return
  if (error instanceof DOMException && error.name === 'AbortError') return
  exits?.say(error instanceof Error && error.message ? error.message : 'Connection error')
}
