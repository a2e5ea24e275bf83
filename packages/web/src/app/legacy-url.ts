import { signInPathFromToken } from '../user/sign-in-url.ts'

/** Legacy URLs have the path behind `#/`; they are rewritten before the router reads them. */
export function pathFromHash(hash: string): string | null {
  if (!hash.startsWith('#/')) return null
  // More than one leading slash would name another host.
  return `/${hash.slice(1).replace(/^[/\\]+/, '')}`
}

export function rewriteHashUrl(): void {
  const path = pathFromHash(location.hash)
  if (path !== null) history.replaceState(null, '', path)
}

/** Keeps a token out of the address bar and the history: the sign-in page uses it up. */
export function rewriteTokenUrl(): void {
  const path = signInPathFromToken(new URL(location.href))
  if (path !== null) history.replaceState(null, '', path)
}
