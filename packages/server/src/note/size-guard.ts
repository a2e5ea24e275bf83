// Keeps a note from growing over its limit, and its stored form from growing over any measure. An update adds at most one
// unit of node size per byte, so a running sum of bytes is an upper bound, and only when the bound passes the limit is
// the document measured: first as it is, then as it would be. An update that makes a note smaller is always welcome.
import { NOTE_SERVER_LIMIT } from '@knowreel/shared/note/note-document.ts'
import * as Y from 'yjs'
import { documentSize } from './note-yjs.ts'

/** Bytes of the encoded state: attributes and other content that node size does not count end here. */
const MAX_STATE_BYTES = 16_000_000

export class SizeGuard {
  readonly #document: Y.Doc
  /** Both are upper bounds. */
  #size: number
  #bytes: number

  constructor(document: Y.Doc, storedBytes: number) {
    this.#document = document
    this.#size = this.#measure()
    this.#bytes = storedBytes
  }

  /** Whether the update may be applied; counts it when it may. */
  admits(update: Uint8Array): boolean {
    if (!this.#fitsSize(update) || !this.#fitsBytes(update)) return false
    this.#size += update.length
    this.#bytes += update.length
    return true
  }

  #fitsSize(update: Uint8Array): boolean {
    if (this.#size + update.length <= NOTE_SERVER_LIMIT) return true
    this.#size = this.#measure()
    if (this.#size + update.length <= NOTE_SERVER_LIMIT) return true
    const size = this.#sizeWith(update)
    return size <= NOTE_SERVER_LIMIT || size <= this.#size
  }

  /** What waits for an update that has not come yet counts with its bytes. */
  #measure(): number {
    return documentSize(this.#document) + (this.#document.store.pendingStructs?.update.length ?? 0)
  }

  #fitsBytes(update: Uint8Array): boolean {
    if (this.#bytes + update.length <= MAX_STATE_BYTES) return true
    this.#bytes = Y.encodeStateAsUpdate(this.#document).length
    return this.#bytes + update.length <= MAX_STATE_BYTES
  }

  #sizeWith(update: Uint8Array): number {
    const trial = new Y.Doc()
    Y.applyUpdate(trial, Y.encodeStateAsUpdate(this.#document))
    Y.applyUpdate(trial, update)
    const size = documentSize(trial)
    trial.destroy()
    return size
  }
}
