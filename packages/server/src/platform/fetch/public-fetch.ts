/**
 * Fetches URLs that people enter, without giving them access to what only the server can reach. The host name is
 * resolved once, every address it has must be public, and the connection goes to the address that was checked, because
 * a second lookup could return another one. Each redirect is checked in the same way. Nothing of ours is sent along: no
 * cookies, no credentials, no proxy.
 *
 * A refusal never says what was found, because it would let strangers explore our network.
 */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { parseRetryAfter } from '../http/retry-after.ts'
import { FetchRefused, pinnedLookup, resolveHost, resolveTarget, type Resolve } from './pinned-target.ts'
import { isPublicAddress } from './public-address.ts'

export type FetchRules = {
  readonly resolve: Resolve
  readonly isAllowed: (address: string) => boolean
  readonly ports: ReadonlySet<number>
}

export type FetchLimits = {
  readonly maximumBytes: number
  /** For all requests together, redirects included. */
  readonly timeoutMs: number
  readonly accept: string
  /** Default: 3. */
  readonly maxRedirects?: number
}

/** It is larger than allowed. */
export class FetchTooLarge extends Error {
  override name = 'FetchTooLarge'
}

export type PublicFetch = (address: string, limits: FetchLimits) => Promise<Buffer>

export type FetchedDocument = { readonly body: Buffer; readonly etag: string | null }

/** Null: it is still what had this ETag. */
export type ConditionalFetch = (
  address: string,
  limits: FetchLimits & { readonly etag: string | null },
) => Promise<FetchedDocument | null>

const defaultRedirects = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])

const publicRules: FetchRules = {
  resolve: resolveHost,
  isAllowed: isPublicAddress,
  ports: new Set([80, 443]),
}

/** Tests use other rules: an offline machine has no public address. */
export const createConditionalFetch =
  (rules: Partial<FetchRules> = {}): ConditionalFetch =>
  async (address, { etag, maxRedirects = defaultRedirects, ...limits }) => {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    let url = parseUrl(address, null)
    for (let step = 0; ; step++) {
      const answer = await sendRequest(url, { ...publicRules, ...rules }, { ...limits, etag }, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode === 200)
        return { body: await readAll(answer, limits.maximumBytes, signal), etag: readEtag(headers.etag) }
      answer.destroy()
      if (statusCode === 304 && etag !== null) return null
      if (!redirectStatuses.has(statusCode) || headers.location === undefined || step === maxRedirects)
        throw new FetchRefused(`It answered ${statusCode}`, {
          retryAfterMs: parseRetryAfter(headers['retry-after'] ?? null) ?? 0,
        })
      url = parseUrl(headers.location, url)
    }
  }

export function createPublicFetch(rules: Partial<FetchRules> = {}): PublicFetch {
  const fetch = createConditionalFetch(rules)
  return async (address, limits) => {
    const found = await fetch(address, { ...limits, etag: null })
    if (found === null) throw new FetchRefused('It answered 304')
    return found.body
  }
}

const maxEtagLength = 500
const readEtag = (etag: string | undefined): string | null =>
  etag !== undefined && etag.length <= maxEtagLength ? etag : null

function parseUrl(address: string, from: URL | null): URL {
  const url = URL.parse(address, from?.href)
  if (url === null) throw new FetchRefused('It is no address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchRefused('It is no address of the web')
  if (url.username !== '' || url.password !== '') throw new FetchRefused('It carries a name or a password')
  return url
}

async function sendRequest(
  url: URL,
  rules: FetchRules,
  limits: FetchLimits & { readonly etag: string | null },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  if (!rules.ports.has(port)) throw new FetchRefused(`Port ${port} is not asked`)
  const target = await untilAborted(resolveTarget(url.hostname, rules), signal)
  const options: RequestOptions = {
    method: 'GET',
    // A separate connection without an agent: agents read proxies from the environment and reuse connections.
    agent: false,
    lookup: pinnedLookup(target),
    port,
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      accept: limits.accept,
      // A compressed response could be far larger than what arrives.
      'accept-encoding': 'identity',
      'user-agent': 'Knowreel',
      ...(limits.etag !== null && { 'if-none-match': limits.etag }),
    },
    maxHeaderSize: 16_384,
    signal,
  }
  return new Promise((resolve, reject) => {
    const request = isSecure ? requestHttps(url, options) : requestHttp(url, options)
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        if (!rules.isAllowed(socket.remoteAddress ?? '')) socket.destroy(new FetchRefused('It led elsewhere'))
      }),
    )
    request.once('response', resolve)
    request.once('upgrade', (_answer, socket) => socket.destroy())
    request.once('error', (error) => reject(toFetchError(error)))
    request.end()
  })
}

/** A lookup cannot be cancelled, but nobody has to wait for it. */
async function untilAborted<Value>(asking: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new FetchRefused('It took too long'))
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([asking, promise])
  } catch (error) {
    throw toFetchError(error)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function readAll(answer: IncomingMessage, maximumBytes: number, signal: AbortSignal): Promise<Buffer> {
  const { 'content-encoding': encoding, 'content-length': length } = answer.headers
  const pieces: Buffer[] = []
  let size = 0
  try {
    if (encoding !== undefined && encoding !== 'identity') throw new FetchRefused('It is packed')
    if (Number(length ?? 0) > maximumBytes) throw new FetchTooLarge()
    for await (const piece of answer as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      size += piece.length
      if (size > maximumBytes) throw new FetchTooLarge()
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } catch (error) {
    throw toFetchError(error)
  } finally {
    answer.destroy()
  }
}

const toFetchError = (error: unknown): Error =>
  error instanceof FetchRefused || error instanceof FetchTooLarge
    ? error
    : new FetchRefused('It could not be fetched', { cause: error })
