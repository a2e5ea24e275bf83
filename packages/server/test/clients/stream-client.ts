/** A client of the stream sockets that records what it receives. */
import { STREAM_PATH, TICKET_PARAMETER } from '@knowreel/shared/socket/session-socket.ts'
import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import { WebSocket } from 'ws'

export type ReceivedMessage = { type: string; status?: Partial<StreamStatus>; data?: unknown }

export class StreamClient {
  readonly ws: WebSocket
  readonly received: ReceivedMessage[] = []
  readonly closed: Promise<{ code: number; reason: string; at: number }>

  constructor(url: string, stream: string, ticket: string) {
    const address = new URL(`${STREAM_PATH}${stream}`, url.replace(/^http/, 'ws'))
    address.searchParams.set(TICKET_PARAMETER, ticket)
    this.ws = new WebSocket(address)
    this.ws.on('message', (data) => this.received.push(JSON.parse(String(data as Buffer)) as ReceivedMessage))
    this.ws.on('error', () => {})
    this.closed = new Promise((resolve) =>
      this.ws.once('close', (code, reason) => resolve({ code, reason: reason.toString(), at: Date.now() })),
    )
  }

  get opened(): Promise<void> {
    if (this.ws.readyState === WebSocket.OPEN) return Promise.resolve()
    return new Promise((resolve, reject) => this.ws.once('open', resolve).once('error', reject))
  }

  async send(message: unknown): Promise<void> {
    await this.opened
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Number of received messages of this type. */
  count(type: string): number {
    return this.received.filter((message) => message.type === type).length
  }
}
