import { HocuspocusProvider } from '@hocuspocus/provider'
import { transact } from 'yjs'
import { afterPaint } from '../platform/after-paint.ts'

/** With a hundred people in a note, each tells of the own caret twice a second; two people tell of every move. */
const MS_PER_PERSON = 5
const MOST_MS = 500

/** How long somebody who types is thought to go on typing. */
const TYPING_MS = 300

/** Showing what others write may take this share of the time at most; the rest is for the own keys. */
const ARRIVALS_SHARE = 0.2
const LEAST_PAUSE_MS = 16
const MOST_PAUSE_MS = 400

const SYNC_MESSAGE = 0
const UPDATE = 2
const AWARENESS_MESSAGE = 1
const STATELESS_MESSAGE = 5
const RECEIPT_MESSAGE = 8

type AwarenessChange = { added: number[]; updated: number[]; removed: number[] }

/**
 * Sends edits at once, and moves of the caret the more seldom the more people would have to hear of them. Edits
 * and carets of others are taken together when they come faster than they can be shown: the first at once, the next after
 * a pause that grows with what showing the last ones took, the painting included. To who types they are shown when a
 * letter of the own has been painted: then the next key is as far away as it can be.
 */
export class NoteProvider extends HocuspocusProvider {
  readonly #changed = new Set<number>()
  #pause: ReturnType<typeof setTimeout> | undefined
  #arrived: MessageEvent[] = []
  #rest: ReturnType<typeof setTimeout> | undefined
  #typedAt = -Infinity
  #waitsSince: number | null = null

  override documentUpdateHandler(update: Uint8Array, origin: unknown): void {
    super.documentUpdateHandler(update, origin)
    if (origin === this) return
    this.#typedAt = performance.now()
    if (this.#waitsSince !== null) afterPaint(() => this.#waitsSince !== null && this.#take())
  }

  override onMessage(event: MessageEvent): void {
    const kind = kindOf(event)
    if (!this.synced || kind !== 'of others') {
      // What follows an edit may rest on it; a receipt rests on the own alone.
      if (this.#arrived.length > 0 && kind !== 'receipt') this.#take()
      return super.onMessage(event)
    }
    this.#arrived.push(event)
    if (this.#rest === undefined) this.#takeOrWait()
  }

  override awarenessUpdateHandler({ added, updated, removed }: AwarenessChange, origin: unknown): void {
    if (origin === this) return
    for (const client of [...added, ...updated, ...removed]) this.#changed.add(client)
    if (this.#pause === undefined) this.#tell()
  }

  override destroy(): void {
    super.destroy()
    clearTimeout(this.#pause)
    clearTimeout(this.#rest)
  }

  #take(): void {
    const events = this.#arrived
    this.#arrived = []
    this.#waitsSince = null
    const begun = performance.now()
    transact(
      this.document,
      () => {
        for (const event of events) super.onMessage(event)
      },
      this,
      false,
    )
    const taken = performance.now() - begun
    this.#restFor(taken)
    afterPaint((paintedMs) => this.#rest !== undefined && this.#restFor(taken + paintedMs))
  }

  #restFor(costMs: number): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(
      () => this.#takeOrWait(),
      Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, costMs / ARRIVALS_SHARE)),
    )
  }

  #takeOrWait(): void {
    this.#rest = undefined
    if (this.#arrived.length === 0) return
    const now = performance.now()
    this.#waitsSince ??= now
    const isTyping = now - this.#typedAt < TYPING_MS && now - this.#waitsSince < MOST_PAUSE_MS
    if (isTyping) this.#rest = setTimeout(() => this.#takeOrWait(), TYPING_MS)
    else this.#take()
  }

  #tell(): void {
    const updated = [...this.#changed]
    this.#changed.clear()
    super.awarenessUpdateHandler({ added: [], updated, removed: [] }, null)
    const people = this.awareness?.getStates().size ?? 0
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined
        if (this.#changed.size > 0) this.#tell()
      },
      Math.min(people * MS_PER_PERSON, MOST_MS),
    )
  }
}

/** A message is the name of the document, behind its length, then its kind. */
function kindOf({ data }: MessageEvent): 'of others' | 'receipt' | 'other' {
  const bytes = new Uint8Array(data as ArrayBuffer)
  const at = 1 + (bytes[0] ?? 0)
  // A longer name has its length in two bytes; ours have not.
  if (at > 128) return 'other'
  if (bytes[at] === STATELESS_MESSAGE || bytes[at] === RECEIPT_MESSAGE) return 'receipt'
  const isOfOthers = bytes[at] === AWARENESS_MESSAGE || (bytes[at] === SYNC_MESSAGE && bytes[at + 1] === UPDATE)
  return isOfOthers ? 'of others' : 'other'
}
