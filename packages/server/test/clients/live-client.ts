/** A client of the live socket that records what it receives. */
import { LIVE_PATH, TICKET_PARAMETER } from '@knowreel/shared/socket/session-socket.ts'
import { isDeepStrictEqual } from 'node:util'
import { vi } from 'vitest'
import { WebSocket } from 'ws'

type Heard = { type: string; articleId?: string }

export class LiveClient {
  readonly ws: WebSocket
  readonly heard: Heard[] = []
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(url: string, ticket: string) {
    const address = new URL(LIVE_PATH, url.replace(/^http/, 'ws'))
    address.searchParams.set(TICKET_PARAMETER, ticket)
    this.ws = new WebSocket(address)
    this.ws.on('message', (data) => this.heard.push(JSON.parse(String(data as Buffer)) as Heard))
    this.ws.on('error', () => {})
    this.closed = new Promise((resolve) =>
      this.ws.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
  }

  async say(message: unknown): Promise<void> {
    if (this.ws.readyState !== WebSocket.OPEN)
      await new Promise((resolve, reject) => this.ws.once('open', resolve).once('error', reject))
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  count(type: string): number {
    return this.heard.filter((message) => message.type === type).length
  }

  async hears(message: Heard): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.heard.some((heard) => isDeepStrictEqual(heard, message))) return
        throw new Error(`Heard ${JSON.stringify(this.heard)} and not ${JSON.stringify(message)}`)
      },
      { timeout: 20_000 },
    )
  }
}
