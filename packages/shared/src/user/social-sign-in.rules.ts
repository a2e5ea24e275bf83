/** Why sign-in with another provider failed. The code is in the URL, the text on the page. */
export const socialSignInErrors = {
  cancelled: 'Signing in was cancelled',
  expired: 'This sign-in took too long or was opened in another browser. Please try again',
  unreachable: 'The sign-in provider cannot be reached right now. Please try again later',
  unverified: 'The sign-in provider has not confirmed your email address',
  tooMany: 'Too many attempts. Please wait a moment and try again',
  failed: 'Signing in did not work. Please try again',
} as const

export type SocialSignInError = keyof typeof socialSignInErrors

/** Returns text for known codes only, so that a URL cannot put text on the page. */
export function socialSignInErrorText(message: string): string {
  const texts: readonly string[] = Object.values(socialSignInErrors)
  return texts.includes(message) ? message : socialSignInErrors.failed
}
