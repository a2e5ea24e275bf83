import { signInOfQuery } from '../user/sign-in-address.ts'

/** Legacy URLs have the path behind `#/`; they are rewritten before the router reads them. */
export function pathOfHash(hash: string): string | null {
  if (!hash.startsWith('#/')) return null
  // More than one leading slash would name another host.
  return `/${hash.slice(1).replace(/^[/\\]+/, '')}`
}

export function rewriteHashAddress(): void {
  const path = pathOfHash(location.hash)
  if (path !== null) history.replaceState(null, '', path)
}

/** Keeps a token out of the address bar and the history: the sign-in page uses it up. */
export function rewriteTokenAddress(): void {
  const path = signInOfQuery(new URL(location.href))
  if (path !== null) history.replaceState(null, '', path)
}
