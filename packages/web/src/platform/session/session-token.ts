import { announceSession } from './session-channel.ts'
import { cookieDomainOf, parentHost } from './parent-host.ts'

/**
 * The session token lies in a cookie that script can read, and travels as a bearer header; the server never lets the
 * cookie alone act. `src/platform/early.ts` and the script in index.html know its name too.
 */
const cookieName = 'knowreel_token'
/** Seconds; the server ends the session itself when it was not used for 30 days. */
const maximumAge = 30 * 24 * 60 * 60

/** What this page works with from its first look at the cookie on, whatever other tabs do to that. */
let own: string | null | undefined

export function readToken(): string | null {
  if (own === undefined) own = readCookie()
  return own
}

function readCookie(): string | null {
  const match = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(document.cookie)
  return match?.[1] ? decodeURIComponent(match[1]) : null
}

export function keepToken(token: string): void {
  own = token
  // One for this host alone, of a time before hosts shared theirs, would be read first.
  if (cookieDomain() !== null) writeCookie('', 0, null)
  writeCookie(token, maximumAge, cookieDomain())
  announceSession()
}

/** A session that another tab has begun meanwhile stays. */
export function dropToken(): void {
  if (!isSessionElsewhere() || readCookie() === null) {
    writeCookie('', 0, null)
    if (cookieDomain() !== null) writeCookie('', 0, cookieDomain())
  }
  own = null
  announceSession()
}

/** Another tab has ended this session or begun another one. */
export const isSessionElsewhere = (): boolean => readCookie() !== readToken()

export const hasSessionCookie = (): boolean => readCookie() !== null

const cookieDomain = () => cookieDomainOf(parentHost(), location.hostname)

function writeCookie(value: string, seconds: number, domain: string | null): void {
  const parts = [`${cookieName}=${encodeURIComponent(value)}`, 'Path=/', `Max-Age=${seconds}`, 'SameSite=Lax']
  document.cookie = `${parts.join('; ')}${domain === null ? '' : `; Domain=${domain}`}${secureFlag()}`
}

const secureFlag = () => (location.protocol === 'https:' ? '; Secure' : '')
