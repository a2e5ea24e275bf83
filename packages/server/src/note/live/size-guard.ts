// Keeps a note and its stored form within their limits and their schema. The guard adds up what updates add and so knows an upper bound
// of the size. It measures the document only when the bound passes the limit, and tries an update on a copy only when
// it would exceed the limit even then, because its deletions may compensate. An update that makes a note smaller is
// always accepted.
import { NOTE_SCHEMA_VERSION, NOTE_SERVER_LIMIT } from '@knowreel/shared/note/note-document.ts'
import * as Y from 'yjs'
import { documentSize } from '../note-yjs.ts'
import { KnownParts } from './known-parts.ts'
import { UpdateBounds } from './update-bounds.ts'

/** Bytes of the encoded state; limits attributes and other content that node size does not count. */
const MAX_STATE_BYTES = 16_000_000

export class SizeGuard {
  readonly #document: Y.Doc
  readonly #limit: number
  readonly #bounds: UpdateBounds
  readonly #knownParts: KnownParts
  /** Both are upper bounds. */
  #size: number
  #bytes: number

  constructor(document: Y.Doc, storedBytes: number, limit: number = NOTE_SERVER_LIMIT) {
    this.#document = document
    this.#limit = limit
    this.#bounds = new UpdateBounds(document)
    this.#knownParts = new KnownParts(document)
    this.#size = documentSize(document) + this.#waitingSize()
    this.#bytes = storedBytes
  }

  /** Whether the update may be applied; counts it if so. Throws on bytes that are no update. */
  admits(update: Uint8Array, schemaVersion: number = NOTE_SCHEMA_VERSION): boolean {
    const { structs } = Y.decodeUpdate(update)
    if (!this.#bounds.admits(structs) || !this.#knownParts.admits(structs, schemaVersion)) return false
    const added = addedSize(structs, this.#document)
    if (!this.#fitsSize(update, added) || !this.#fitsBytes(update)) return false
    this.#size += added
    this.#bytes += update.length
    return true
  }

  #fitsSize(update: Uint8Array, added: number): boolean {
    if (added === 0 || this.#size + added <= this.#limit) return true
    const sizeNow = documentSize(this.#document)
    this.#size = sizeNow + this.#waitingSize()
    if (this.#size + added <= this.#limit) return true
    const size = this.#sizeWith(update)
    return size <= this.#limit || size <= sizeNow
  }

  /** Size of what waits for an update that has not arrived yet. */
  #waitingSize(): number {
    const { pendingStructs } = this.#document.store
    return pendingStructs ? addedSize(Y.decodeUpdateV2(pendingStructs.update).structs, this.#document) : 0
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

/** The maximum that these could add to the node size; what the document already has adds nothing. */
function addedSize(structs: readonly (Y.Item | Y.GC | Y.Skip)[], document: Y.Doc): number {
  let size = 0
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || struct.parentSub !== null || !struct.content.isCountable()) continue
    const { client, clock } = struct.id
    const known = Y.getState(document.store, client)
    const unknown = Math.min(struct.length, clock + struct.length - known)
    if (unknown <= 0) continue
    if (!(struct.content instanceof Y.ContentType)) size += unknown
    else if (!(struct.content.type instanceof Y.XmlText)) size += 2
  }
  return size
}
