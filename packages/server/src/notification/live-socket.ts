import {
  liveClientMessage,
  type LiveClientMessage,
  type LiveServerMessage,
  type LiveSubject,
} from '@knowreel/shared/notification/live.protocol.ts'
import { MOST_WATCHED } from '@knowreel/shared/notification/live-address.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { streamCloseCodes } from '@knowreel/shared/stream/stream-address.ts'
import type { BaseLogger } from 'pino'
import type { WebSocket } from 'ws'
import type { Member } from '../access/index.ts'
import { toAppError } from '../platform/http/error-mapper.ts'
import { closeReason } from '../platform/sockets/index.ts'

/** Messages that may wait for the one in hand; whoever sends more does not listen. */
const mostWaiting = 2 * MOST_WATCHED
/** Whoever reads this little is not there. */
const mostBufferedBytes = 100_000

type Parts = {
  readonly id: string
  readonly ws: WebSocket
  readonly log: Pick<BaseLogger, 'error'>
  readonly enter: () => Promise<Member>
  /** The rows that this article means to the member; null when they do not see it. */
  readonly findSeen: (actor: Member, articleId: string) => Promise<readonly string[] | null>
}

/** One page of one person: what it watches, and what is said to it. */
export class LiveSocket {
  readonly id: string
  /** Null until the ticket is taken. */
  actor: Member | null = null
  /** Rows of articles by the id that the page gave. */
  readonly watched = new Map<string, readonly string[]>()
  readonly #parts: Parts
  #queue: Promise<void>
  #waiting = 0
  #heardAt = Date.now()

  constructor(parts: Parts) {
    this.#parts = parts
    this.id = parts.id
    const { ws } = parts
    this.#queue = this.#guarded(async () => {
      this.actor = await parts.enter()
    })
    ws.on('message', (data, isBinary) => this.#hear(isBinary ? null : String(data as Buffer)))
    ws.on('pong', () => (this.#heardAt = Date.now()))
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
    this.#close(streamCloseCodes.error, error.message)
  }

  tellOfNotification(): void {
    if (this.actor !== null) this.#send({ type: 'notification' })
  }

  /** Under the id by which the page watches. */
  tellOfArticle(type: LiveSubject, rowId: string): void {
    for (const [articleId, rows] of this.watched) if (rows.includes(rowId)) this.#send({ type, articleId })
  }

  tellAll(subjects: readonly LiveSubject[]): void {
    this.tellOfNotification()
    for (const articleId of this.watched.keys()) for (const type of subjects) this.#send({ type, articleId })
  }

  /** What the page watches means these rows now; null: it does not see it any more. */
  keepWatch(articleId: string, rows: readonly string[] | null): void {
    if (!this.watched.has(articleId)) return
    if (rows !== null) this.watched.set(articleId, rows)
    else {
      this.watched.delete(articleId)
      this.#send({ type: 'unwatched', articleId })
    }
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

  async #handle(message: LiveClientMessage): Promise<void> {
    if (this.actor === null || !this.#isOpen()) return
    switch (message.type) {
      case 'ping':
        return this.#send({ type: 'pong' })
      case 'pong':
        return
      case 'unwatch':
        this.watched.delete(message.articleId)
        return
      case 'watch':
        return this.#watch(this.actor, message.articleId)
    }
  }

  async #watch(actor: Member, articleId: string): Promise<void> {
    if (!this.watched.has(articleId) && this.watched.size >= MOST_WATCHED) throw new AppError('too_many_requests')
    const rows = await this.#parts.findSeen(actor, articleId)
    if (rows === null) return this.#send({ type: 'unwatched', articleId })
    this.watched.set(articleId, rows)
    this.#send({ type: 'watching', articleId })
  }

  #guarded(work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => {
      const known = toAppError(error)
      if (known.status >= 500) this.#parts.log.error({ err: error }, 'a live socket failed')
      this.refuse(known)
    })
  }

  #send(message: LiveServerMessage): void {
    const { ws } = this.#parts
    if (!this.#isOpen()) return
    if (ws.bufferedAmount > mostBufferedBytes) return ws.terminate()
    ws.send(JSON.stringify(message))
  }

  #close(code: number, reason: string): void {
    if (this.#isOpen()) this.#parts.ws.close(code, closeReason(reason))
  }

  #isOpen(): boolean {
    return this.#parts.ws.readyState === this.#parts.ws.OPEN
  }
}

function readMessage(text: string): LiveClientMessage | null {
  try {
    return liveClientMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
