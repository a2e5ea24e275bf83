import { readSetting, writeSetting } from '../browser-storage.ts'
import { announceSessionChange } from './session-channel.ts'
import { cookieDomainOf, parentHost } from './parent-host.ts'

/**
 * The session token is stored in a cookie that script can read, and sent as a bearer header; the server never accepts
 * the cookie alone. `src/platform/early.ts` and the script in index.html know its name too.
 */
const cookieName = 'knowreel_token'
/** Seconds; the server ends a session that was not used for 30 days. */
const maxAgeSeconds = 30 * 24 * 60 * 60

const renewedAtKey = 'knowreel.session-renewed'
const renewalMs = 24 * 60 * 60 * 1000

/** The token this page uses since its first look at the cookie, whatever other tabs do to the cookie. */
let pageToken: string | null | undefined
/** The token that this page stored for the next page. */
let nextToken: string | undefined

export function readToken(): string | null {
  if (pageToken === undefined) pageToken = readCookie()
  return pageToken
}

function readCookie(): string | null {
  const match = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(document.cookie)
  return match?.[1] ? decodeURIComponent(match[1]) : null
}

/** Until the page is left, it keeps its own token: its content belongs to that session. */
export function storeTokenForNextPage(token: string): void {
  nextToken = token
  storeCookie(token)
}

export function storeToken(token: string): void {
  pageToken = token
  nextToken = undefined
  storeCookie(token)
}

function storeCookie(token: string): void {
  // A host-only cookie from before hosts shared theirs would take precedence.
  if (cookieDomain() !== null) writeCookie('', 0, null)
  writeCookie(token, maxAgeSeconds, cookieDomain())
  announceSessionChange()
}

/**
 * Called while the session lives: the server prolongs it with every use, so the cookie must not end 30 days after the
 * sign-in. Renews it at most once a day, and never a session that another tab has started or ended.
 */
export function renewToken(): void {
  const token = readToken()
  const isRenewed = Date.now() - Number(readSetting(renewedAtKey)) < renewalMs
  if (token === null || isRenewed || hasSessionChangedElsewhere()) return
  writeCookie(token, maxAgeSeconds, cookieDomain())
  writeSetting(renewedAtKey, String(Date.now()))
}

/** A session that another tab has started in the meantime stays. */
export function removeToken(): void {
  if (!hasSessionChangedElsewhere() || readCookie() === null) {
    writeCookie('', 0, null)
    if (cookieDomain() !== null) writeCookie('', 0, cookieDomain())
  }
  pageToken = null
  nextToken = undefined
  announceSessionChange()
}

/** Another tab has ended this session or started another one. */
export const hasSessionChangedElsewhere = (): boolean => readCookie() !== (nextToken ?? readToken())

export const hasSessionCookie = (): boolean => readCookie() !== null

const cookieDomain = () => cookieDomainOf(parentHost(), location.hostname)

function writeCookie(value: string, seconds: number, domain: string | null): void {
  const parts = [`${cookieName}=${encodeURIComponent(value)}`, 'Path=/', `Max-Age=${seconds}`, 'SameSite=Lax']
  document.cookie = `${parts.join('; ')}${domain === null ? '' : `; Domain=${domain}`}${secureFlag()}`
}

const secureFlag = () => (location.protocol === 'https:' ? '; Secure' : '')
