// One person's editing session of a note: the shared document, its connection, and its save state.
//
// connecting → (first sync) → synced ⇄ offline; from any state → refused. Editable from the first sync on, also
// offline: edits are stored in the browser (local-edits.ts) and sent when the connection returns. "Saved" is only shown
// on a receipt of the database (save-tracker.ts, note.protocol.ts). The Hocuspocus provider sends every edit
// immediately.
import type { onMessageParameters } from '@hocuspocus/provider'
import {
  type LockReason,
  noteDocumentName,
  type NoteServerMessage,
  noteServerMessage,
} from '@knowreel/shared/note/note.protocol.ts'
import type { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { type LocalEdits, openLocalEdits } from './local-edits.ts'
import { NoteProvider } from './note-provider.ts'
import { acquireNoteSocket, type NoteSocket, type NoteSocketOptions } from './note-socket.ts'
import { type SaveState, SaveTracker } from './save-tracker.ts'

export interface NoteSessionOptions extends NoteSocketOptions {
  /** The session token; requested on every connection. */
  getToken: () => string | Promise<string>
  articleId: string
  tabId: string
  user: { readonly id: string; readonly name: string }
}

export interface NoteSessionState {
  readonly connection: 'connecting' | 'synced' | 'offline' | 'refused'
  readonly save: SaveState
  /** When the server saved our last edit, ISO 8601; null until then. */
  readonly savedAt: string | null
  readonly isEditable: boolean
  /**
   * Why the server does not accept or save edits now; `outdated`: this page is too old to edit the note and must be
   * reloaded.
   */
  readonly lock: LockReason | 'outdated' | null
  /** The draft was published as this article; the note is closed. */
  readonly publishedId: string | null
}

export interface NoteSession {
  readonly doc: Y.Doc
  readonly provider: NoteProvider
  readonly awareness: Awareness
  getState(): NoteSessionState
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Leaves the note; waits for a pending receipt in the background. */
  destroy(): void
}

const SYNC_MESSAGE = 0
const SYNC_STEP_2 = 1
const LINGER_MS = 5_000
/** Transaction origin of edits from an earlier visit. */
const EARLIER = 'earlier visit'

export const openNoteSession = (options: NoteSessionOptions): NoteSession => new Session(options)

class Session implements NoteSession {
  readonly doc = new Y.Doc()
  readonly provider: NoteProvider
  readonly awareness: Awareness
  readonly #socket: NoteSocket
  readonly #tracker: SaveTracker
  readonly #local: LocalEdits
  readonly #listeners = new Set<() => void>()
  #state: NoteSessionState = {
    connection: 'connecting',
    save: 'saved',
    savedAt: null,
    isEditable: false,
    lock: null,
    publishedId: null,
  }
  #hasSynced = false
  #isDestroyed = false
  #isClosed = false

  constructor(options: NoteSessionOptions) {
    const { articleId, tabId, user, getToken } = options
    const name = noteDocumentName({ articleId, tabId })
    this.#socket = acquireNoteSocket(options, name)
    this.#local = openLocalEdits(`${user.id}/${name}`)
    this.#tracker = new SaveTracker({
      sendCheckpoint: (id) => this.provider.sendStateless(JSON.stringify({ type: 'checkpoint', id })),
      onSilence: () => this.#socket.reconnect(),
      onChange: () => this.#update({}),
    })
    this.provider = new NoteProvider({
      websocketProvider: this.#socket.websocketProvider,
      name,
      document: this.doc,
      token: async () => getToken(),
      onAuthenticated: ({ scope }) => this.#authenticated(scope === 'readonly'),
      onAuthenticationFailed: ({ reason }) => this.#refused(reason),
      onMessage: ({ message }) => this.#watchForSync(message),
      onStateless: ({ payload }) => this.#receive(payload),
      onClose: () => this.#disconnected(),
    })
    this.awareness = this.provider.awareness as Awareness
    this.awareness.setLocalStateField('user', { ...user, client: this.doc.clientID })
    // After the provider, so that the edit is sent before the checkpoint that covers it.
    this.doc.on('update', this.#edited)
    void this.#loadEarlier()
    this.provider.attach()
  }

  getState(): NoteSessionState {
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#listeners.clear()
    this.awareness.setLocalStateField('cursor', null)
    const isWaiting = this.#state.connection === 'synced' && this.#state.save === 'saving'
    if (isWaiting) setTimeout(() => this.#close(), LINGER_MS)
    else this.#close()
  }

  readonly #edited = (update: Uint8Array, origin: unknown): void => {
    if (origin === this.provider || this.#state.lock === 'outdated') return
    if (origin !== EARLIER) this.#local.add(update, this.#tracker.edits + 1)
    this.#tracker.edited()
  }

  async #loadEarlier(): Promise<void> {
    const updates = await this.#local.load()
    if (updates.length === 0 || this.#isClosed || this.#state.lock === 'outdated') return
    Y.applyUpdate(this.doc, Y.mergeUpdates(updates), EARLIER)
    // Edits that depend on content the server will send are not applied yet, and caused no event.
    this.#tracker.edited()
  }

  #authenticated(isReadOnly: boolean): void {
    if (!isReadOnly) return
    // An older schema would drop unknown parts, so nothing of this page may be stored or sent.
    this.#local.stop()
    this.#update({ lock: 'outdated' })
  }

  #refused(reason: string): void {
    if (reason === 'permission-denied' || reason === 'unknown-document') {
      this.#update({ connection: 'refused' })
      this.#close()
    } else {
      this.#disconnected()
    }
  }

  /**
   * Synced means that the server's state has arrived; the provider's own event also fires when only our edits were
   * delivered.
   */
  #watchForSync(message: onMessageParameters['message']): void {
    message.readVarString()
    if (message.readVarUint() !== SYNC_MESSAGE || message.readVarUint() !== SYNC_STEP_2) return
    // Called before the message is applied.
    queueMicrotask(() => {
      if (this.#isClosed) return
      this.#hasSynced = true
      this.#update({ connection: 'synced' })
      this.#tracker.synced()
    })
  }

  #disconnected(): void {
    if (this.#isClosed) return
    const isOutdated = this.#state.lock === 'outdated'
    this.#update({ connection: 'offline', lock: isOutdated ? 'outdated' : null })
    this.#tracker.disconnected()
    if (this.#isDestroyed) return this.#close()
    // Only this note was closed; the shared socket stays open and would never restore it.
    if (this.#socket.isConnected()) this.#socket.reconnectLater()
  }

  #receive(payload: string): void {
    const message = readMessage(payload)
    switch (message?.type) {
      case undefined:
        return
      case 'saved':
        return this.#saved(message.id, message.at)
      case 'locked':
        this.#update({ lock: message.reason })
        this.#tracker.locked()
        if (message.id !== undefined) return this.#tracker.refused(message.id)
        return message.reason === 'publishing' ? this.#acknowledgeLock() : undefined
      case 'unlocked':
        if (this.#state.lock === message.reason) this.#update({ lock: null })
        return this.#tracker.unlocked()
      case 'published':
        this.#update({ publishedId: message.id })
        return this.#close()
      case 'access':
        this.#update({ connection: 'refused' })
        return this.#close()
    }
  }

  /**
   * Runs after the listeners: React makes the editor read-only in its own microtask, and edits are sent as they are
   * made.
   */
  #acknowledgeLock(): void {
    queueMicrotask(() => {
      if (!this.#isClosed) this.provider.sendStateless(JSON.stringify({ type: 'flushed' }))
    })
  }

  #saved(id: number, at: string): void {
    if (!this.#tracker.received(id)) return
    this.#local.saved(this.#tracker.savedEdits)
    this.#update({ savedAt: at })
    if (this.#isDestroyed && this.#tracker.state === 'saved') this.#close()
  }

  #update(change: Partial<NoteSessionState>): void {
    const next = { ...this.#state, ...change, save: this.#tracker.state }
    const mayWrite = next.lock === null || next.lock === 'storage'
    next.isEditable = this.#hasSynced && next.connection !== 'refused' && next.publishedId === null && mayWrite
    if (isSame(this.#state, next)) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  /** Ends the connection; the document remains readable until destroy(). */
  #close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true
      this.#tracker.stop()
      this.#local.stop()
      this.doc.off('update', this.#edited)
      this.provider.destroy()
      this.#socket.release()
    }
    if (this.#isDestroyed) this.doc.destroy()
  }
}

function readMessage(payload: string): NoteServerMessage | null {
  try {
    return noteServerMessage.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

const isSame = (one: NoteSessionState, other: NoteSessionState): boolean =>
  (Object.keys(one) as (keyof NoteSessionState)[]).every((key) => one[key] === other[key])
