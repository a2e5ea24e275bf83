/** Why signing in at another provider did not end in a session. The words stand in an address and on the page. */
export const socialFailures = {
  cancelled: 'Signing in was cancelled',
  expired: 'This sign-in took too long or was opened in another browser. Please try again',
  unreachable: 'The sign-in provider can not be reached right now. Please try again later',
  unverified: 'The sign-in provider has not confirmed your email address',
  tooMany: 'Too many attempts. Please wait a moment and try again',
  failed: 'Signing in did not work. Please try again',
} as const

export type SocialFailure = keyof typeof socialFailures

/** A word of an address is shown only if it is one of ours: nobody else puts text on the page. */
export function socialFailureText(message: string): string {
  const texts: readonly string[] = Object.values(socialFailures)
  return texts.includes(message) ? message : socialFailures.failed
}
