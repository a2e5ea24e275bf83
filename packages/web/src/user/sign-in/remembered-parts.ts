import type { SignInParts } from '../sign-in-address.ts'

const key = 'knowreel.sign-in'

/** Stored in this tab during the redirect to the provider, which does not return them. */
export function rememberParts({ articleId, companyId, destination }: SignInParts): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ articleId, companyId, destination }))
  } catch {
    // Without storage signing in leads home.
  }
}

export function takeRememberedParts(): SignInParts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.removeItem(key)
    if (typeof kept !== 'object' || kept === null) return {}
    const parts = Object.entries(kept).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(parts) as SignInParts
  } catch {
    return {}
  }
}
