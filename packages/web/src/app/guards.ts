import { redirect } from '@tanstack/react-router'
import { readToken } from '../platform/session/session-token.ts'
import { signInAddress } from '../user/index.ts'

type Place = { location: { href: string } }

/** For pages that need a session: guests go to sign in and come back after. */
export function needSession({ location }: Place): void {
  if (readToken() === null) throw redirect({ href: signInAddress(location.href), replace: true })
}

/** For sign-in and the like: who is signed in already goes home. */
export function guestsOnly(): void {
  if (readToken() !== null) throw redirect({ to: '/', replace: true })
}
