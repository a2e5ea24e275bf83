/** What the collaboration server needs from its surroundings, and what it offers them. */
import type { NoteAddress, RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BaseLogger } from 'pino'
import type { Db } from '../platform/database/db.ts'

export interface CollaborationOptions<Actor> {
  db: Db
  log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
  /**
   * Who holds this session token, and whether they may write the article (and, for a document, its tab; null for the
   * room). Null refuses; an error means "cannot tell now", and the client tries again.
   */
  authorise: (token: string, articleId: string, tabId: string | null) => Promise<Authorisation<Actor> | null>
  /** Of all open connections, in one statement: the ids of those whose actor may still write the article. */
  recheck: (connections: readonly OpenConnection<Actor>[]) => Promise<ReadonlySet<string>>
  /** Somebody's edit is taken. Called for each of them and not waited for. */
  onEdit?: (actor: Actor, articleId: string) => void
  /** Asks for compactNote() to be run. */
  enqueueCompaction: (address: NoteAddress) => Promise<unknown>
  /** How often access is checked again; losing it must close within 5 s. */
  recheckMs?: number
}

export interface Authorisation<Actor> {
  actor: Actor
  mayWrite: boolean
  /** Shown to the others beside the caret; stands over what the client says of itself. */
  user?: { id: string; name: string }
}

export interface OpenConnection<Actor> {
  id: string
  actor: Actor
  articleId: string
}

/** Said before documents are closed. */
export type LastWord = Extract<RoomServerMessage, { type: 'published' | 'access' }>

export interface ArticleLock {
  /** Lets editors write on. Not needed after closeArticle(). */
  release(): void
}

export interface Collaboration {
  /** False when the request is for another path; then the socket is untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Says something to everyone who is in the article's room. */
  announce(articleId: string, message: RoomServerMessage): void
  /** Resolves once everything received so far is saved; throws `unavailable` after 5 s. */
  flush(articleId: string): Promise<void>
  /**
   * Tells the editors of the article to pause, takes what they have sent until then, saves it and refuses more. For
   * publishing: nothing can be typed between reading the content and closing the documents. Throws `unavailable` after 5 s.
   */
  lockArticle(articleId: string): Promise<ArticleLock>
  /** Says the last word on the article's documents and in its room, and closes them. */
  closeArticle(articleId: string, lastWord: LastWord): void
  /** Brings an update that is stored already into the live document, if it is open here. Never throws. */
  applyStored(address: NoteAddress, update: Uint8Array): Promise<void>
  /** Checks the access of all connections now, for instance after a right was taken away. */
  recheckNow(): Promise<void>
  /** For health and measurements. */
  count(): { documents: number; connections: number }
  /** Closes all connections and saves everything; gives up on a database that does not answer for `timeoutMs`. */
  close(timeoutMs?: number): Promise<void>
}
