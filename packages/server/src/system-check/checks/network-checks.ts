import { LIVE_PATH } from '@knowreel/shared/socket/session-socket.ts'
import { webSocketAdvice, webSocketLines } from '@knowreel/shared/system-check/proxy-lines.ts'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { messageOf, off, ok, type CheckDeclaration } from '../check.ts'

export type PublicUrl = {
  /** Null: PUBLIC_URL is not set. */
  readonly url: string | null
  /** False if it is known that no server runs that could answer. */
  readonly isServed: boolean
}

const health = z.object({ status: z.string(), database: z.string(), files: z.string(), jobs: z.string() })

const notSet = off('PUBLIC_URL is not set', 'Set it to the address that people type, then restart.', [
  { label: 'Environment', text: 'PUBLIC_URL=https://knowreel.example.org' },
])
const notRunning = off('Knowreel does not run now')

export const publicAddressCheck = ({ url, isServed }: PublicUrl): CheckDeclaration => ({
  name: 'public-address',
  title: 'Public address',
  advice: 'Check the DNS entry of the host in PUBLIC_URL, its certificate, and that the proxy passes requests to PORT.',
  async run(signal) {
    if (url === null) return notSet
    if (!isServed) return notRunning
    const response = await fetch(`${url}/api/health`, { signal, redirect: 'manual' })
    const body: unknown = await response.json().catch(() => null)
    if (health.safeParse(body).success) return ok(`${url} reaches Knowreel`)
    return { state: 'failure', result: `${url} is answered by something else (status ${response.status})` }
  },
})

/** The server refuses the ticket after the handshake, so a handshake shows that the proxy passes WebSockets. */
export const liveConnectionsCheck = ({ url, isServed }: PublicUrl): CheckDeclaration => ({
  name: 'live-connections',
  title: 'Live connections',
  advice: webSocketAdvice,
  async run(signal) {
    if (url === null) return notSet
    if (!isServed) return notRunning
    const failure = await tryHandshake(`${url.replace(/^http/, 'ws')}${LIVE_PATH}`, signal)
    if (failure === null) return ok('WebSockets pass through the proxy')
    return { state: 'failure', result: failure, lines: webSocketLines }
  },
})

/** Returns what is wrong, or null. */
function tryHandshake(url: string, signal: AbortSignal): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = new WebSocket(url)
  socket.on('open', () => resolve(null))
  socket.on('unexpected-response', (_request: unknown, { statusCode }: IncomingMessage) => {
    resolve(`The proxy answers a WebSocket with status ${statusCode ?? '?'}`)
    socket.terminate()
  })
  socket.on('error', (error) => resolve(`No WebSocket to ${new URL(url).host}: ${messageOf(error)}`))
  signal.addEventListener('abort', () => resolve(messageOf(signal.reason)), { once: true })
  return promise.finally(() => socket.terminate())
}
