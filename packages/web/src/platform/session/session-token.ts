/**
 * The session token lies in a cookie that script can read, and travels as a bearer header; the server never lets the
 * cookie alone act. `src/platform/early.ts` and the script in index.html know its name too.
 */
const cookieName = 'knowreel_token'
/** Seconds; the server ends the session itself when it was not used for 30 days. */
const maximumAge = 30 * 24 * 60 * 60

export function readToken(): string | null {
  const match = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(document.cookie)
  return match?.[1] ? decodeURIComponent(match[1]) : null
}

export function keepToken(token: string): void {
  document.cookie = `${cookieName}=${encodeURIComponent(token)}; Path=/; Max-Age=${maximumAge}; SameSite=Lax${secureFlag()}`
}

export function dropToken(): void {
  document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax${secureFlag()}`
}

const secureFlag = () => (location.protocol === 'https:' ? '; Secure' : '')

/**
 * A page opened with `?token=` keeps it as the session and loads again without it, so that it stays neither in the
 * address bar nor in the history. True when the page is about to load again.
 */
export function adoptTokenFromAddress(): boolean {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (!token) return false
  address.searchParams.delete('token')
  keepToken(token)
  location.replace(address)
  return true
}
