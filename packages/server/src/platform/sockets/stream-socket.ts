import { AppError } from '@knowreel/shared/error/app-error.ts'
import {
  streamClientMessage,
  streamCloseCodes,
  type StreamClientMessage,
  type StreamServerMessage,
} from '@knowreel/shared/stream/stream.protocol.ts'
import type { BaseLogger } from 'pino'
import type { WebSocket } from 'ws'
import { toAppError } from '../http/error-mapper.ts'
import { closeReason } from './close-reason.ts'
import type { Follower, Generations, Outcome } from './generations.ts'
import type { AnyStream } from './stream.ts'

/** Messages that may wait for the one in hand; whoever sends more does not listen. */
const mostWaiting = 20
/** A reader so slow that this much waits for it gets a fresh start with the last update. */
const mostBufferedBytes = 4_000_000

type Parts<Actor> = {
  readonly id: string
  readonly ws: WebSocket
  readonly stream: AnyStream<Actor> | null
  readonly generations: Generations
  readonly log: Pick<BaseLogger, 'info' | 'error'>
  readonly enter: () => Actor | Promise<Actor>
}

/** One socket: who holds it, what it has begun, and what is said on it, one message after the other. */
export class StreamSocket<Actor> {
  readonly id: string
  readonly stream: AnyStream<Actor> | null
  /** Null until the ticket is taken. */
  actor: Actor | null = null
  /** The generation that this socket started or follows. */
  begun: { readonly key: string; readonly data: unknown } | null = null
  readonly #parts: Parts<Actor>
  #queue: Promise<void>
  #waiting = 0
  #heardAt = Date.now()
  readonly #follower: Follower = {
    update: (update) => this.#send({ type: 'update', ...update }),
    end: (outcome) => this.#end(outcome),
  }

  constructor(parts: Parts<Actor>) {
    this.#parts = parts
    this.id = parts.id
    this.stream = parts.stream
    const { ws } = parts
    this.#queue = this.#guarded(async () => {
      this.actor = await parts.enter()
    })
    ws.on('message', (data, isBinary) => this.#hear(isBinary ? null : String(data as Buffer)))
    ws.on('pong', () => (this.#heardAt = Date.now()))
    ws.on('close', () => {
      if (this.begun) parts.generations.leave(this.begun.key, this.#follower)
    })
    // The close event follows.
    ws.on('error', () => {})
  }

  ping(): void {
    this.#send({ type: 'ping' })
  }

  closeIfSilent(silenceMs: number): void {
    if (Date.now() - this.#heardAt > silenceMs) this.#close(streamCloseCodes.warning, 'The connection was silent')
  }

  refuse(error: AppError): void {
    this.#close(error.status === 409 ? streamCloseCodes.warning : streamCloseCodes.error, error.message)
  }

  #hear(text: string | null): void {
    this.#heardAt = Date.now()
    const message = text === null ? null : readMessage(text)
    if (message === null || this.#waiting >= mostWaiting) return this.refuse(new AppError('unreadable_request'))
    this.#waiting += 1
    this.#queue = this.#queue.then(() =>
      this.#guarded(async () => {
        this.#waiting -= 1
        await this.#handle(message)
      }),
    )
  }

  async #handle(message: StreamClientMessage): Promise<void> {
    if (this.actor === null || this.stream === null || !this.#isOpen()) return
    switch (message.type) {
      case 'ping':
        return this.#send({ type: 'pong' })
      case 'pong':
        return
      case 'cancel':
        if (this.begun) this.#parts.generations.cancel(this.begun.key)
        return this.#close(streamCloseCodes.success, 'Cancelled')
      case 'start':
      case 'reconnect':
        return this.#begin(this.actor, this.stream, message)
    }
  }

  async #begin(actor: Actor, stream: AnyStream<Actor>, message: { type: string; data?: unknown }): Promise<void> {
    if (this.begun !== null) throw new AppError('already_running')
    const data = stream.data.parse(message.data)
    await stream.authorise(actor, data)
    if (!this.#isOpen()) return
    const key = `${stream.name} ${stream.keyOf(actor, data)}`
    const { generations } = this.#parts
    const isReconnect =
      message.type === 'reconnect' || (message.data as { type?: unknown } | null)?.type === 'reconnect'
    this.begun = { key, data }
    if (!isReconnect) {
      generations.start(key, this.#follower, (progress) => stream.generate(actor, data, progress))
    } else if (!generations.follow(key, this.#follower)) {
      this.#close(streamCloseCodes.warning, 'Nothing is running')
    }
  }

  #end(outcome: Outcome): void {
    if (outcome === 'cancelled') return this.#close(streamCloseCodes.success, 'Cancelled')
    if ('error' in outcome) return this.#fail(outcome.error)
    this.#send({ type: 'result', data: outcome.result })
    this.#close(streamCloseCodes.success, 'Done')
  }

  #guarded(work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => this.#fail(error))
  }

  #fail(error: unknown): void {
    const known = toAppError(error)
    if (known.status >= 500) this.#parts.log.error({ err: error, stream: this.stream?.name }, 'a stream failed')
    this.refuse(known)
  }

  #send(message: StreamServerMessage): void {
    const { ws } = this.#parts
    if (!this.#isOpen()) return
    if (ws.bufferedAmount > mostBufferedBytes) return ws.terminate()
    ws.send(JSON.stringify(message))
  }

  #close(code: number, reason: string): void {
    if (this.#isOpen()) this.#parts.ws.close(code, closeReason(reason))
    // What is still said to the follower has nobody to hear it.
    if (this.begun) this.#parts.generations.leave(this.begun.key, this.#follower)
  }

  #isOpen(): boolean {
    return this.#parts.ws.readyState === this.#parts.ws.OPEN
  }
}

function readMessage(text: string): StreamClientMessage | null {
  try {
    return streamClientMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
