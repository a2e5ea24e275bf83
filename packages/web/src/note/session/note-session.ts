// One person's editing session of a note: the shared document, its connection, and its save state.
//
// connecting → (first sync) → synced ⇄ offline; from any state → refused. Editable from the first sync on, also
// offline: edits are stored in the browser (local-edits.ts) and sent when the connection returns. "Saved" is only shown
// on a receipt of the database (save-tracker.ts, note.protocol.ts). Edits are sent and stored once they are painted.
import type { onMessageParameters } from '@hocuspocus/provider'
import {
  type LockReason,
  noteDocumentName,
  type NoteServerMessage,
  noteServerMessage,
} from '@knowreel/shared/note/note.protocol.ts'
import type { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { afterPaint } from '../../platform/after-paint.ts'
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
  /** Calls back when edits are to be sent; by default once they are painted, so that keys are not delayed. */
  scheduleSend?: (send: () => void) => void
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
const RECEIPT_WAIT_MS = 5_000
const lockOrder = ['size', 'publishing', 'storage'] as const satisfies LockReason[]
/** Transaction origin of edits from an earlier visit. */
const EARLIER_VISIT = 'earlier visit'

export const openNoteSession = (options: NoteSessionOptions): NoteSession => new LiveNoteSession(options)

class LiveNoteSession implements NoteSession {
  readonly doc = new Y.Doc()
  readonly provider: NoteProvider
  readonly awareness: Awareness
  readonly #socket: NoteSocket
  readonly #tracker: SaveTracker
  readonly #localEdits: LocalEdits
  readonly #listeners = new Set<() => void>()
  readonly #scheduleSend: (send: () => void) => void
  /** Edits that were neither sent nor stored yet. */
  #unsent: Uint8Array[] = []
  /** The locks that the server reported: it may fail to save while it publishes. */
  readonly #locks = new Set<LockReason>()
  #state: NoteSessionState = {
    connection: 'connecting',
    save: 'saved',
    savedAt: null,
    isEditable: false,
    lock: null,
    publishedId: null,
  }
  #isAnnounced = true
  #hasSynced = false
  #isDestroyed = false
  #isClosed = false

  constructor(options: NoteSessionOptions) {
    const { articleId, tabId, user, getToken, scheduleSend = sendOncePainted } = options
    this.#scheduleSend = scheduleSend
    const name = noteDocumentName({ articleId, tabId })
    this.#socket = acquireNoteSocket(options, name)
    this.#localEdits = openLocalEdits(`${user.id}/${name}`)
    this.#tracker = new SaveTracker({
      sendCheckpoint: (id) => {
        this.#sendEdits()
        this.provider.sendStateless(JSON.stringify({ type: 'checkpoint', id }))
      },
      onReceiptTimeout: () => this.#socket.reconnect(),
      onChange: () => this.#setState({}),
    })
    this.provider = new NoteProvider({
      websocketProvider: this.#socket.websocketProvider,
      name,
      document: this.doc,
      token: async () => getToken(),
      onAuthenticated: ({ scope }) => this.#onAuthenticated(scope === 'readonly'),
      onAuthenticationFailed: ({ reason }) => this.#onRefused(reason),
      onMessage: ({ message }) => this.#detectSync(message),
      onStateless: ({ payload }) => this.#onMessage(payload),
      onClose: () => this.#onDisconnected(),
    })
    this.awareness = this.provider.awareness as Awareness
    this.awareness.setLocalStateField('user', { ...user, client: this.doc.clientID })
    this.doc.on('update', this.#onEdit)
    globalThis.document?.addEventListener('visibilitychange', this.#sendEditsIfHidden)
    void this.#loadLocalEdits()
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
    this.#sendEdits()
    this.awareness.setLocalStateField('cursor', null)
    const isWaiting = this.#state.connection === 'synced' && this.#state.save === 'saving'
    if (isWaiting) setTimeout(() => this.#close(), RECEIPT_WAIT_MS)
    else this.#close()
  }

  readonly #onEdit = (update: Uint8Array, origin: unknown): void => {
    if (origin === this.provider || this.#state.lock === 'outdated') return
    this.#tracker.countEdit()
    if (origin === EARLIER_VISIT) {
      // Stored already.
      this.provider.flushPendingUpdates()
      return this.#tracker.onEditsSent()
    }
    // `getState` returns it immediately, as the dialog for leaving needs; listeners are notified after the next frame.
    this.#setState({}, false)
    this.#unsent.push(update)
    if (this.#unsent.length === 1) this.#scheduleSend(() => this.#sendEdits())
  }

  #sendEdits(): void {
    if (this.#unsent.length === 0) return
    const update = Y.mergeUpdates(this.#unsent)
    this.#unsent = []
    this.provider.flushPendingUpdates()
    this.#localEdits.add(update, this.#tracker.editCount)
    this.#tracker.onEditsSent()
  }

  /** A hidden page paints nothing, and may be closed. */
  readonly #sendEditsIfHidden = (): void => {
    if (document.visibilityState === 'hidden') this.#sendEdits()
  }

  async #loadLocalEdits(): Promise<void> {
    const updates = await this.#localEdits.load()
    if (updates.length === 0 || this.#isClosed || this.#state.lock === 'outdated') return
    this.#sendEdits()
    Y.applyUpdate(this.doc, Y.mergeUpdates(updates), EARLIER_VISIT)
    this.#localEdits.applied(this.#tracker.editCount + 1)
    // Edits that depend on content the server will send are not applied yet, and caused no event. Only a sync sends
    // them.
    const { pendingStructs, pendingDs } = this.doc.store
    this.#tracker.countEdit()
    this.#tracker.onEditsSent()
    if ((pendingStructs ?? pendingDs) && this.#socket.isConnected()) this.#socket.reconnect()
  }

  #onAuthenticated(isReadOnly: boolean): void {
    if (!isReadOnly) return
    // An older schema would drop unknown parts, so nothing of this page may be stored or sent.
    this.#localEdits.stop()
    this.#setState({ lock: 'outdated' })
  }

  #onRefused(reason: string): void {
    if (reason === 'permission-denied' || reason === 'unknown-document') {
      this.#setState({ connection: 'refused' })
      this.#close()
    } else {
      this.#onDisconnected()
    }
  }

  /**
   * Synced means that the server's state has arrived; the provider's own event also fires when only our edits were
   * delivered.
   */
  #detectSync(message: onMessageParameters['message']): void {
    message.readVarString()
    if (message.readVarUint() !== SYNC_MESSAGE || message.readVarUint() !== SYNC_STEP_2) return
    // Called before the message is applied.
    queueMicrotask(() => {
      if (this.#isClosed) return
      this.#hasSynced = true
      this.#setState({ connection: 'synced' })
      this.#tracker.onSynced()
    })
  }

  #onDisconnected(): void {
    if (this.#isClosed) return
    this.#locks.clear()
    this.#setState({ connection: 'offline', lock: this.#lock() })
    this.#tracker.onDisconnected()
    if (this.#isDestroyed) return this.#close()
    // Only this note was closed; the shared socket stays open and would never restore it.
    if (this.#socket.isConnected()) this.#socket.reconnectLater()
  }

  #onMessage(payload: string): void {
    const message = parseMessage(payload)
    switch (message?.type) {
      case undefined:
        return
      case 'saved':
        return this.#onSaved(message.id, message.at)
      case 'locked':
        this.#locks.add(message.reason)
        this.#setState({ lock: this.#lock() })
        this.#tracker.onLocked()
        if (message.id !== undefined) return this.#tracker.onRefused(message.id)
        return message.reason === 'publishing' ? this.#acknowledgeLock() : undefined
      case 'unlocked':
        this.#locks.delete(message.reason)
        this.#setState({ lock: this.#lock() })
        return this.#locks.size === 0 ? this.#tracker.onUnlocked() : undefined
      case 'published':
        this.#setState({ publishedId: message.id })
        return this.#close()
      case 'access':
        this.#setState({ connection: 'refused' })
        return this.#close()
    }
  }

  /** Locks that forbid typing take precedence. */
  #lock(): NoteSessionState['lock'] {
    if (this.#state.lock === 'outdated') return 'outdated'
    return lockOrder.find((reason) => this.#locks.has(reason)) ?? null
  }

  /** Runs after the listeners: React makes the editor read-only in its own microtask. */
  #acknowledgeLock(): void {
    queueMicrotask(() => {
      if (this.#isClosed) return
      this.#sendEdits()
      this.provider.sendStateless(JSON.stringify({ type: 'flushed' }))
    })
  }

  #onSaved(id: number, at: string): void {
    if (!this.#tracker.onReceipt(id)) return
    this.#localEdits.markSaved(this.#tracker.savedEditCount)
    this.#setState({ savedAt: at })
    if (this.#isDestroyed && this.#tracker.state === 'saved') this.#close()
  }

  #setState(change: Partial<NoteSessionState>, isAnnounced = true): void {
    const next = { ...this.#state, ...change, save: this.#tracker.state }
    const mayWrite = next.lock === null || next.lock === 'storage'
    next.isEditable = this.#hasSynced && next.connection !== 'refused' && next.publishedId === null && mayWrite
    const isChanged = !isSameState(this.#state, next)
    if (isChanged) this.#state = next
    if (!isAnnounced) {
      if (isChanged) this.#isAnnounced = false
    } else if (isChanged || !this.#isAnnounced) {
      this.#isAnnounced = true
      for (const listener of this.#listeners) listener()
    }
  }

  /** Ends the connection; the document remains readable until destroy(). */
  #close(): void {
    if (!this.#isClosed) {
      this.#sendEdits()
      this.#isClosed = true
      globalThis.document?.removeEventListener('visibilitychange', this.#sendEditsIfHidden)
      this.#tracker.stop()
      this.#localEdits.stop()
      this.doc.off('update', this.#onEdit)
      this.provider.destroy()
      this.#socket.release()
    }
    if (this.#isDestroyed) this.doc.destroy()
  }
}

/** Immediately if the page is hidden or there is no document. */
function sendOncePainted(send: () => void): void {
  if (globalThis.document === undefined || document.visibilityState === 'hidden') send()
  else afterPaint(send)
}

function parseMessage(payload: string): NoteServerMessage | null {
  try {
    return noteServerMessage.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

const isSameState = (one: NoteSessionState, other: NoteSessionState): boolean =>
  (Object.keys(one) as (keyof NoteSessionState)[]).every((key) => one[key] === other[key])
