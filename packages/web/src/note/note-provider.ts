import { HocuspocusProvider } from '@hocuspocus/provider'
import { transact } from 'yjs'

/** With a hundred people in a note, each tells of the own caret twice a second; two people tell of every move. */
const MS_PER_PERSON = 5
const MOST_MS = 500

/** Showing what others write may take this share of the time at most; the rest is for the own keys. */
const ARRIVALS_SHARE = 0.2
const LEAST_PAUSE_MS = 16
const MOST_PAUSE_MS = 400

const SYNC_MESSAGE = 0
const UPDATE = 2
const AWARENESS_MESSAGE = 1

type AwarenessChange = { added: number[]; updated: number[]; removed: number[] }

/**
 * Sends edits at once, and moves of the caret the more seldom the more people would have to hear of them. Edits
 * and carets of others are taken together when they come faster than they can be shown: the first at once, the next after
 * a pause that grows with what showing the last ones took, the painting included.
 */
export class NoteProvider extends HocuspocusProvider {
  readonly #changed = new Set<number>()
  #pause: ReturnType<typeof setTimeout> | undefined
  #arrived: MessageEvent[] = []
  #rest: ReturnType<typeof setTimeout> | undefined

  override onMessage(event: MessageEvent): void {
    if (!this.synced || !isOfOthers(event)) {
      // What follows an edit may rest on it.
      if (this.#arrived.length > 0) this.#take()
      return super.onMessage(event)
    }
    this.#arrived.push(event)
    if (this.#rest === undefined) this.#take()
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
    if (typeof requestAnimationFrame === 'undefined') return
    requestAnimationFrame(() => {
      const frameBegun = performance.now()
      setTimeout(() => this.#rest !== undefined && this.#restFor(taken + performance.now() - frameBegun))
    })
  }

  #restFor(costMs: number): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(
      () => {
        this.#rest = undefined
        if (this.#arrived.length > 0) this.#take()
      },
      Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, costMs / ARRIVALS_SHARE)),
    )
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
function isOfOthers({ data }: MessageEvent): boolean {
  const bytes = new Uint8Array(data as ArrayBuffer)
  const at = 1 + (bytes[0] ?? 0)
  // A longer name has its length in two bytes; ours have not.
  if (at > 128) return false
  return bytes[at] === AWARENESS_MESSAGE || (bytes[at] === SYNC_MESSAGE && bytes[at + 1] === UPDATE)
}
