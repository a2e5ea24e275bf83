import { HocuspocusProvider, type HocuspocusProviderConfiguration } from '@hocuspocus/provider'
import { transact } from 'yjs'
import { afterPaint } from '../../platform/after-paint.ts'

/** The more people are present, the less often carets are sent: twice a second with 100 people, every move with 2. */
const AWARENESS_MS_PER_PERSON = 5
const MAX_AWARENESS_MS = 500

/** How long after a key a person counts as typing. */
const TYPING_MS = 300

/** The session sends edits as soon as they are painted, and at the latest after this time. */
const MAX_FLUSH_DELAY_MS = 100

/** Maximum share of the time for showing remote edits; the rest is for local typing. */
const MAX_REMOTE_SHARE = 0.2
const MIN_PAUSE_MS = 16
const MAX_PAUSE_MS = 400

const SYNC_MESSAGE = 0
const SYNC_UPDATE = 2
const AWARENESS_MESSAGE = 1
const STATELESS_MESSAGE = 5
const RECEIPT_MESSAGE = 8

type AwarenessChange = { added: number[]; updated: number[]; removed: number[] }

/**
 * Sends edits with `flushPendingUpdates()`. Sends caret moves less often when more people are present.
 *
 * Remote edits and carets are batched if they arrive faster than they can be shown: the first immediately, the next
 * after a pause proportional to the time that showing the last batch took, including painting. While the local person
 * types, they are shown right after a typed character is painted, because the time until the next key is longest then.
 */
export class NoteProvider extends HocuspocusProvider {
  readonly #changedClients = new Set<number>()
  #awarenessTimer: ReturnType<typeof setTimeout> | undefined
  #pendingMessages: MessageEvent[] = []
  #applyTimer: ReturnType<typeof setTimeout> | undefined
  #typedAt = -Infinity
  #pendingSince: number | null = null
  #isAwarenessChanged = false

  constructor(configuration: HocuspocusProviderConfiguration) {
    super({ ...configuration, flushDelay: MAX_FLUSH_DELAY_MS })
    this.awareness?.on('change', (_change: AwarenessChange, origin: unknown) => {
      if (origin === this) this.#isAwarenessChanged = true
    })
  }

  override documentUpdateHandler(update: Uint8Array, origin: unknown): void {
    super.documentUpdateHandler(update, origin)
    if (origin === this) return
    this.#typedAt = performance.now()
    if (this.#pendingSince !== null) afterPaint(() => this.#pendingSince !== null && this.#apply())
  }

  override onMessage(event: MessageEvent): void {
    const kind = messageKind(event)
    if (!this.synced || kind !== 'of others') {
      // Messages after an edit may depend on it, so pending edits are applied first; a receipt depends on local edits
      // only.
      if (this.#pendingMessages.length > 0 && kind !== 'receipt') this.#apply()
      return super.onMessage(event)
    }
    this.#pendingMessages.push(event)
    if (this.#applyTimer === undefined) this.#applyOrWait()
  }

  override awarenessUpdateHandler({ added, updated, removed }: AwarenessChange, origin: unknown): void {
    if (origin === this) return
    for (const client of [...added, ...updated, ...removed]) this.#changedClients.add(client)
    if (this.#awarenessTimer === undefined) this.#sendAwareness()
  }

  override destroy(): void {
    super.destroy()
    clearTimeout(this.#awarenessTimer)
    clearTimeout(this.#applyTimer)
  }

  #apply(): void {
    const events = this.#pendingMessages
    this.#pendingMessages = []
    this.#pendingSince = null
    const begun = performance.now()
    this.#isAwarenessChanged = false
    const isTextChanged = transact(
      this.document,
      (transaction) => {
        for (const event of events) super.onMessage(event)
        return transaction.changed.size > 0
      },
      this,
      false,
    )
    // The server also returns what this page sent; nothing is painted for that.
    if (!isTextChanged && !this.#isAwarenessChanged) return
    const applyMs = performance.now() - begun
    this.#scheduleApply(applyMs)
    afterPaint((paintedMs) => this.#applyTimer !== undefined && this.#scheduleApply(applyMs + paintedMs))
  }

  #scheduleApply(costMs: number): void {
    clearTimeout(this.#applyTimer)
    this.#applyTimer = setTimeout(
      () => this.#applyOrWait(),
      Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, costMs / MAX_REMOTE_SHARE)),
    )
  }

  #applyOrWait(): void {
    this.#applyTimer = undefined
    if (this.#pendingMessages.length === 0) return
    const now = performance.now()
    this.#pendingSince ??= now
    const isTyping = now - this.#typedAt < TYPING_MS && now - this.#pendingSince < MAX_PAUSE_MS
    if (isTyping) this.#applyTimer = setTimeout(() => this.#applyOrWait(), TYPING_MS)
    else this.#apply()
  }

  #sendAwareness(): void {
    const updated = [...this.#changedClients]
    this.#changedClients.clear()
    super.awarenessUpdateHandler({ added: [], updated, removed: [] }, null)
    this.flushPendingUpdates()
    const people = this.awareness?.getStates().size ?? 0
    this.#awarenessTimer = setTimeout(
      () => {
        this.#awarenessTimer = undefined
        if (this.#changedClients.size > 0) this.#sendAwareness()
      },
      Math.min(people * AWARENESS_MS_PER_PERSON, MAX_AWARENESS_MS),
    )
  }
}

/** A message consists of the length-prefixed document name and its type. */
function messageKind({ data }: MessageEvent): 'of others' | 'receipt' | 'other' {
  const bytes = new Uint8Array(data as ArrayBuffer)
  const at = 1 + (bytes[0] ?? 0)
  // A longer name has a two-byte length; ours are shorter.
  if (at > 128) return 'other'
  if (bytes[at] === STATELESS_MESSAGE || bytes[at] === RECEIPT_MESSAGE) return 'receipt'
  const isOfOthers = bytes[at] === AWARENESS_MESSAGE || (bytes[at] === SYNC_MESSAGE && bytes[at + 1] === SYNC_UPDATE)
  return isOfOthers ? 'of others' : 'other'
}
