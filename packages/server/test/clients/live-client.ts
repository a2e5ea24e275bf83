/** A client of the live socket that records what it receives. */
import { LIVE_PATH, TICKET_PARAMETER } from '@knowreel/shared/socket/session-socket.ts'
import { isDeepStrictEqual } from 'node:util'
import { vi } from 'vitest'
import { WebSocket } from 'ws'

type ReceivedMessage = { type: string; articleId?: string }

export class LiveClient {
  readonly ws: WebSocket
  readonly received: ReceivedMessage[] = []
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(url: string, ticket: string) {
    const address = new URL(LIVE_PATH, url.replace(/^http/, 'ws'))
    address.searchParams.set(TICKET_PARAMETER, ticket)
    this.ws = new WebSocket(address)
    this.ws.on('message', (data) => this.received.push(JSON.parse(String(data as Buffer)) as ReceivedMessage))
    this.ws.on('error', () => {})
    this.closed = new Promise((resolve) =>
      this.ws.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
  }

  async send(message: unknown): Promise<void> {
    if (this.ws.readyState !== WebSocket.OPEN)
      await new Promise((resolve, reject) => this.ws.once('open', resolve).once('error', reject))
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  count(type: string): number {
    return this.received.filter((message) => message.type === type).length
  }

  async waitFor(message: ReceivedMessage): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.received.some((heard) => isDeepStrictEqual(heard, message))) return
        throw new Error(`Heard ${JSON.stringify(this.received)} and not ${JSON.stringify(message)}`)
      },
      { timeout: 20_000 },
    )
  }
}
