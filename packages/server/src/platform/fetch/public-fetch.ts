/**
 * Fetching what people name by an address, without letting them reach through us what only we can reach. The name is
 * looked up once, every address it has must be public, and the connection goes to the very address that was checked: asking
 * again could give another answer. Each redirect is a new address and is looked at like the first. Nothing of ours travels
 * along: no cookie, no sign-in, no proxy.
 *
 * A refusal never says what was found there, or a stranger could learn who lives in our network.
 */
import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type Resolved = { readonly address: string; readonly family: number }

export type FetchRules = {
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly Resolved[]>
  readonly isAllowed: (address: string) => boolean
  readonly ports: ReadonlySet<number>
}

export type FetchLimits = {
  readonly maximumBytes: number
  /** For everything together, redirects included. */
  readonly timeoutMs: number
  readonly accept: string
}

/** Why does not leave the log. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
}
/** There is more of it than was allowed. */
export class FetchTooLarge extends Error {
  override name = 'FetchTooLarge'
}

export type PublicFetch = (address: string, limits: FetchLimits) => Promise<Buffer>

const mostRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])

const publicRules: FetchRules = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  isAllowed: isPublicAddress,
  ports: new Set([80, 443]),
}

/** Other rules are for tests: there is no public address on a machine without a net. */
export const createPublicFetch =
  (rules: Partial<FetchRules> = {}): PublicFetch =>
  async (address, limits) => {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    let url = readAddress(address, null)
    for (let step = 0; ; step++) {
      const answer = await ask(url, { ...publicRules, ...rules }, limits, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode === 200) return readAll(answer, limits.maximumBytes, signal)
      answer.destroy()
      if (!redirects.has(statusCode) || headers.location === undefined || step === mostRedirects)
        throw new FetchRefused(`It answered ${statusCode}`)
      url = readAddress(headers.location, url)
    }
  }

function readAddress(address: string, from: URL | null): URL {
  const url = URL.parse(address, from?.href)
  if (url === null) throw new FetchRefused('It is no address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchRefused('It is no address of the web')
  if (url.username !== '' || url.password !== '') throw new FetchRefused('It carries a name or a password')
  return url
}

async function ask(url: URL, rules: FetchRules, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  if (!rules.ports.has(port)) throw new FetchRefused(`Port ${port} is not asked`)
  const target = await findTarget(url.hostname, rules, signal)
  const options: RequestOptions = {
    method: 'GET',
    // Its own connection, and no agent: those take proxies from the environment and keep connections for others.
    agent: false,
    lookup: toTarget(target),
    port,
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      accept: limits.accept,
      // What is packed could be far larger than what arrives.
      'accept-encoding': 'identity',
      'user-agent': 'Knowreel',
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
    request.once('error', (error) => reject(refusal(error)))
    request.end()
  })
}

/** Not asked where the address stands in numbers, which are then what was checked. */
const toTarget =
  (target: Resolved): LookupFunction =>
  (_host, { all }, callback) =>
    all ? callback(null, [target]) : callback(null, target.address, target.family)

async function findTarget(hostname: string, rules: FetchRules, signal: AbortSignal): Promise<Resolved> {
  const host = unbracketed(hostname)
  const family = isIP(host)
  const found = family === 0 ? await beforeTimeout(rules.resolve(host), signal) : [{ address: host, family }]
  const [first] = found
  if (first === undefined) throw new FetchRefused('It has no address')
  // One that points inside tells what the name is for.
  if (!found.every(({ address }) => rules.isAllowed(address))) throw new FetchRefused('It leads into a closed network')
  return { address: first.address, family: first.family }
}

const unbracketed = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** A look-up can not be called off, but nobody has to wait for it. */
async function beforeTimeout<Value>(asking: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new FetchRefused('It took too long'))
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([asking, promise])
  } catch (error) {
    throw refusal(error)
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
    throw refusal(error)
  } finally {
    answer.destroy()
  }
}

const refusal = (error: unknown): Error =>
  error instanceof FetchRefused || error instanceof FetchTooLarge
    ? error
    : new FetchRefused('It could not be fetched', { cause: error })
