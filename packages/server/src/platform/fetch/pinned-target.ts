/**
 * The address to connect to: the host name is resolved once, every address it has must be allowed, and the connection
 * goes to the address that was checked, because a second lookup could return another one.
 */
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'

export type ResolvedAddress = { readonly address: string; readonly family: number }

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

/** The reason stays in the log. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
  /** How long the server wants to be left alone. */
  readonly retryAfterMs: number

  constructor(message: string, { retryAfterMs = 0, ...options }: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** The server redirects, and redirects are not followed. */
export class FetchRedirected extends FetchRefused {
  override name = 'FetchRedirected'
  readonly status: number

  constructor(status: number) {
    super('It redirects')
    this.status = status
  }
}

export const resolveHost: Resolve = (host) => lookup(host, { all: true, verbatim: true })

type TargetRules = { readonly resolve: Resolve; readonly isAllowed: (address: string) => boolean }

export async function resolveTarget(hostname: string, { resolve, isAllowed }: TargetRules): Promise<ResolvedAddress> {
  const host = withoutBrackets(hostname)
  const family = isIP(host)
  const found = family === 0 ? await resolve(host) : [{ address: host, family }]
  const [first] = found
  if (first === undefined) throw new FetchRefused('It has no address')
  // A single internal address shows what the name is for.
  if (!found.every(({ address }) => isAllowed(address))) throw new FetchRefused('It leads into a closed network')
  return { address: first.address, family: first.family }
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Not called for a numeric address, which has already been checked. */
export const pinnedLookup =
  (target: ResolvedAddress): LookupFunction =>
  (_host, { all }, callback) =>
    all ? callback(null, [target]) : callback(null, target.address, target.family)
