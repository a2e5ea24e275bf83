/** The dependencies and the interface of the collaboration server. */
import type { NoteAddress, RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BaseLogger } from 'pino'
import type { Db } from '../../platform/database/db.ts'

export interface CollaborationOptions<Actor> {
  db: Db
  log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
  /**
   * Identifies the holder of this session token and whether they may write the article (and, for a document, its tab;
   * null for the room). Null refuses; an error means "cannot decide now", and the client tries again.
   */
  authorise: (token: string, articleId: string, tabId: string | null) => Promise<Authorisation<Actor> | null>
  /** For all open connections, in one statement: the ids of those whose actor may still write the article. */
  recheck: (connections: readonly OpenConnection<Actor>[]) => Promise<ReadonlySet<string>>
  /** Called for each accepted edit, without waiting for the result. */
  onEdit?: (actor: Actor, articleId: string) => void
  /** Enqueues a run of compactNote(). */
  enqueueCompaction: (address: NoteAddress) => Promise<unknown>
  /** How often access is checked again; losing it must close the connection within 5 s. */
  recheckMs?: number
}

export interface Authorisation<Actor> {
  actor: Actor
  mayWrite: boolean
  /** Shown to the others beside the caret; overrides what the client claims. */
  user?: { id: string; name: string }
}

export interface OpenConnection<Actor> {
  id: string
  actor: Actor
  articleId: string
}

/** Sent before documents are closed. */
export type FinalMessage = Extract<RoomServerMessage, { type: 'published' | 'access' }>

export interface ArticleLock {
  /** Lets editors write again. Not needed after closeArticle(). */
  release(): void
}

export interface Collaboration {
  /** False if the request is for another path; the socket is then untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Sends a message to everyone in the article's room. */
  announce(articleId: string, message: RoomServerMessage): void
  /** Resolves once everything received so far is saved; throws `unavailable` after 5 s. */
  flush(articleId: string): Promise<void>
  /**
   * Asks the editors of the article to pause, waits until each acknowledges that it has sent everything (at most one
   * second), saves that and refuses more. For publishing: nothing can be typed between reading the content and closing
   * the documents. Throws `unavailable` after 5 s.
   */
  lockArticle(articleId: string): Promise<ArticleLock>
  /** Sends the final message to the article's documents and its room, and closes them. */
  closeArticle(articleId: string, finalMessage: FinalMessage): void
  /** Applies an update that is already stored to the live document, if it is open here. Never throws. */
  applyStored(address: NoteAddress, update: Uint8Array): Promise<void>
  /** Checks the access of all connections now, for instance after a right was revoked. */
  recheckNow(): Promise<void>
  /** For health checks and measurements. */
  count(): { documents: number; connections: number }
  /** Closes all connections and saves everything; gives up on a database that does not respond for `timeoutMs`. */
  close(timeoutMs?: number): Promise<void>
}
