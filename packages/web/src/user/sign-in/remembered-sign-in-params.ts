import type { SignInParams } from '../sign-in-url.ts'

const storageKey = 'knowreel.sign-in'

/** Stored in this tab during the redirect to the provider, which does not return them. */
export function rememberSignInParams({ articleId, companyId, destination }: SignInParams): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ articleId, companyId, destination }))
  } catch {
    // Without storage signing in leads home.
  }
}

export function consumeRememberedSignInParams(): SignInParams {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    sessionStorage.removeItem(storageKey)
    if (typeof kept !== 'object' || kept === null) return {}
    const parts = Object.entries(kept).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(parts) as SignInParams
  } catch {
    return {}
  }
}
