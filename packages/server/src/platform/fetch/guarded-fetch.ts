/**
 * `fetch` for addresses that companies configure: like the public fetch it connects only to addresses that were checked,
 * but it sends any method and streams the response. Redirects are not followed, because they would repeat credentials
 * elsewhere.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import {
  FetchRedirected,
  FetchRefused,
  pinnedLookup,
  resolveHost,
  resolveTarget,
  type Resolve,
} from './pinned-target.ts'
import { isPublicAddress } from './public-address.ts'

export type GuardedFetchOptions = {
  /** `host` or `host:port` that the operator allows although they are not public. */
  readonly allowedHosts?: readonly string[]
  readonly resolve?: Resolve
}

export type GuardedFetch = {
  readonly fetch: typeof globalThis.fetch
  /** Throws FetchRefused if the address would not be connected to. */
  readonly check: (address: string) => Promise<void>
}

const webPorts = new Set([80, 443])

export function createGuardedFetch({ allowedHosts = [], resolve = resolveHost }: GuardedFetchOptions): GuardedFetch {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))

  async function findTarget(url: URL) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchRefused('It is no address of the web')
    if (url.username !== '' || url.password !== '') throw new FetchRefused('It carries a name or a password')
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
    const isListed = allowed.has(url.hostname.toLowerCase()) || allowed.has(`${url.hostname.toLowerCase()}:${port}`)
    if (!isListed && !webPorts.has(port)) throw new FetchRefused(`Port ${port} is not allowed`)
    const isAllowed = isListed ? () => true : isPublicAddress
    return { port, isAllowed, target: await resolveTarget(url.hostname, { resolve, isAllowed }) }
  }

  const guarded: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const signal = init.signal ?? null
    signal?.throwIfAborted()
    const { port, isAllowed, target } = await findTarget(url)
    const isSecure = url.protocol === 'https:'
    const headers = Object.fromEntries(new Headers(init.headers))
    const { promise, resolve: succeed, reject } = Promise.withResolvers<IncomingMessage>()
    const request = (isSecure ? requestHttps : requestHttp)(
      url,
      {
        method: init.method ?? 'GET',
        agent: false,
        lookup: pinnedLookup(target),
        port,
        headers: { ...headers, host: url.host, 'accept-encoding': 'identity' },
        maxHeaderSize: 16_384,
        ...(signal && { signal }),
      },
      succeed,
    )
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        if (!isAllowed(socket.remoteAddress ?? '')) socket.destroy(new FetchRefused('It led elsewhere'))
      }),
    )
    request.once('upgrade', (_answer, socket) => socket.destroy())
    request.once('error', reject)
    request.end(toBody(init.body))
    return toResponse(await promise)
  }
  return {
    fetch: guarded,
    async check(address) {
      if (!URL.canParse(address)) throw new FetchRefused('It is no address')
      await findTarget(new URL(address))
    },
  }
}

function toBody(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('Only texts and bytes are sent')
}

const bodilessStatuses = new Set([204, 205, 304])

function toResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 500
  if (status >= 300 && status < 400) {
    answer.destroy()
    throw new FetchRedirected(status)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  if (bodilessStatuses.has(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  const body = Readable.toWeb(answer) as unknown as ReadableStream<Uint8Array>
  return new Response(body, { status, headers })
}
