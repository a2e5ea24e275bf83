/** The documents that are open in this process, by article: saves, locks and closes them. */
import type { Connection, Document } from '@hocuspocus/server'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import {
  type LockReason,
  type NoteServerMessage,
  parseDocumentName,
  type RoomServerMessage,
} from '@knowreel/shared/note/note.protocol.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { CollaborationSocket } from './collaboration-socket.ts'
import type { ArticleLock, FinalMessage, OpenConnection } from './collaboration.types.ts'
import type { LiveNote } from './live-note.ts'
import { requestMissingUpdates } from './note-messages.ts'
import type { NoteHocuspocus } from './note-hocuspocus.ts'

/** State of one connection to one document or room. */
export interface NoteSession<Actor> extends OpenConnection<Actor> {
  tabId: string | null
  user: { id: string; name: string } | null
  /** Why this connection may not write for now; null if writing is allowed, or permanently denied. */
  lock: LockReason | null
  /** An update was refused for this reason and has not been sent again: nothing of this client counts as saved. */
  refused: LockReason | null
  /** The client id under which this connection announces its caret: the first one it announced. */
  caret: number | null
}

export interface NoteContext<Actor> {
  socket: CollaborationSocket<Actor>
  session: NoteSession<Actor> | null
}

export type NoteConnection<Actor> = Connection<NoteContext<Actor>>

/** An editor that does not acknowledge a lock within this time, for instance a frozen page, is locked anyway. */
const MAX_LOCK_WAIT_MS = 1_000
const FLUSH_MS = 5_000

export class LiveNoteRegistry<Actor> {
  readonly #hocuspocus: NoteHocuspocus<NoteContext<Actor>>
  readonly #notes = new WeakMap<Document, LiveNote>()
  /** Locked articles, with the number of locks. */
  readonly #locks = new Map<string, number>()
  /** Connections that were notified of a lock and have not acknowledged it. */
  readonly #flushing = new Map<NoteConnection<Actor>, PromiseWithResolvers<void>>()

  constructor(hocuspocus: NoteHocuspocus<NoteContext<Actor>>) {
    this.#hocuspocus = hocuspocus
    hocuspocus.isUnsaved = (document) => this.find(document)?.writer.isIdle === false
  }

  add(note: LiveNote): void {
    this.#notes.set(note.document, note)
  }

  /** Null for a room. */
  find(document: Document): LiveNote | null {
    return this.#notes.get(document) ?? null
  }

  /** Documents and room of one article, or of all. */
  documents(articleId?: string): Document[] {
    const all = [...this.#hocuspocus.documents.values()]
    return articleId === undefined ? all : all.filter(({ name }) => parseDocumentName(name)?.articleId === articleId)
  }

  connections(articleId?: string): { connection: NoteConnection<Actor>; session: NoteSession<Actor> }[] {
    const all = this.documents(articleId).flatMap((document) => document.getConnections() as NoteConnection<Actor>[])
    return all.flatMap((connection) =>
      connection.context.session ? [{ connection, session: connection.context.session }] : [],
    )
  }

  /** Whether this is the connection's own caret; the first one it announces becomes its own. */
  isOwnCaret(document: Document, session: NoteSession<Actor>, client: number, state: object): boolean {
    // An empty state belongs to nobody: Hocuspocus adds one beside those that were sent.
    if (Object.keys(state).length === 0) return false
    if (session.caret !== null) return session.caret === client
    const holder = document
      .getConnections()
      .map((connection) => (connection as NoteConnection<Actor>).context.session)
      .find((other) => other?.caret === client)
    if (holder) {
      // Accepts a person who reconnects before the previous connection is known to be dead, but not the echo of their
      // second window.
      const isSamePerson = session.user !== null && holder.user?.id === session.user.id
      const isEcho = JSON.stringify(document.awareness.getStates().get(client)) === JSON.stringify(state)
      if (!isSamePerson || isEcho) return false
    }
    session.caret = client
    return true
  }

  async flush(articleId?: string, timeoutMs = FLUSH_MS): Promise<void> {
    const saved = this.documents(articleId).map((document) => this.#flushDocument(document))
    if (!(await allWithin(timeoutMs, saved))) throw new AppError('unavailable')
  }

  async #flushDocument(document: Document): Promise<void> {
    await Promise.all(document.getConnections().map((connection) => connection.waitForPendingMessages()))
    await this.find(document)?.whenSaved()
  }

  announce(articleId: string, message: RoomServerMessage): void {
    this.#hocuspocus.documents.get(articleId)?.broadcastStateless(JSON.stringify(message))
  }

  async lock(articleId: string): Promise<ArticleLock> {
    this.#locks.set(articleId, (this.#locks.get(articleId) ?? 0) + 1)
    const lock = { release: once(() => this.#release(articleId)) }
    try {
      const writers = this.#writers(articleId)
      this.announce(articleId, { type: 'locked', reason: 'publishing' })
      for (const { connection } of writers) send(connection, { type: 'locked', reason: 'publishing' })
      const flushed = writers.map(({ connection }) => this.#whenFlushed(connection))
      await allWithin(MAX_LOCK_WAIT_MS, flushed)
      for (const { connection, session } of this.#writers(articleId)) pause(connection, session)
      await this.flush(articleId)
      return lock
    } catch (error) {
      lock.release()
      throw error
    }
  }

  #whenFlushed(connection: NoteConnection<Actor>): Promise<void> {
    const known = this.#flushing.get(connection)
    if (known) return known.promise
    const flushing = Promise.withResolvers<void>()
    this.#flushing.set(connection, flushing)
    connection.onClose(() => this.acknowledge(connection))
    return flushing.promise
  }

  /** The editor has paused. Messages of a connection are handled in order, so all its edits have been applied. */
  acknowledge(connection: NoteConnection<Actor>): void {
    this.#flushing.get(connection)?.resolve()
    this.#flushing.delete(connection)
  }

  /** For a connection that opens while the article is locked or its note cannot be saved. */
  notifyLocks(connection: NoteConnection<Actor>): void {
    const { session } = connection.context
    if (!session || session.tabId === null) return
    if (this.#locks.has(session.articleId)) {
      if (!connection.readOnly) pause(connection, session)
      send(connection, { type: 'locked', reason: 'publishing' })
    }
    const reason = this.find(connection.document)?.lockReason()
    if (reason) send(connection, { type: 'locked', reason })
  }

  /** Sends each connection the final message and ends it for these documents; its socket may hold others. */
  close(articleId: string, finalMessage: FinalMessage): void {
    for (const document of this.documents(articleId)) this.closeDocument(document, finalMessage)
  }

  closeDocument(document: Document, finalMessage: FinalMessage): void {
    document.broadcastStateless(JSON.stringify(finalMessage))
    for (const connection of document.getConnections()) connection.close({ code: 1000, reason: finalMessage.type })
  }

  #writers(articleId: string) {
    return this.connections(articleId).filter(
      ({ connection, session }) => session.tabId !== null && !connection.readOnly,
    )
  }

  #release(articleId: string): void {
    const count = (this.#locks.get(articleId) ?? 1) - 1
    if (count > 0) {
      this.#locks.set(articleId, count)
      return
    }
    this.#locks.delete(articleId)
    this.announce(articleId, { type: 'unlocked', reason: 'publishing' })
    for (const { connection, session } of this.connections(articleId)) {
      if (session.tabId === null) continue
      if (session.lock === 'publishing') {
        session.lock = null
        connection.readOnly = false
        // Requested before the client is unlocked: it first sends what was refused, and only then its next checkpoint.
        requestMissingUpdates(connection)
      }
      send(connection, { type: 'unlocked', reason: 'publishing' })
    }
  }
}

export function send(connection: Connection, message: NoteServerMessage): void {
  connection.sendStateless(JSON.stringify(message))
}

/** Whether all promises were fulfilled in time. */
async function allWithin(timeoutMs: number, work: readonly Promise<void>[]): Promise<boolean> {
  const cancel = new AbortController()
  const tooLate = delay(timeoutMs, false, { signal: cancel.signal, ref: false }).catch(() => false)
  const isDone = await Promise.race([Promise.all(work).then(() => true), tooLate])
  cancel.abort()
  return isDone
}

function pause<Actor>(connection: NoteConnection<Actor>, session: NoteSession<Actor>): void {
  connection.readOnly = true
  session.lock = 'publishing'
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
