/** One note that is open in this process: its shared document, the writer that saves it, and the guard of its size. */
import type { Document } from '@hocuspocus/server'
import type { LockReason, NoteAddress, NoteServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import * as Y from 'yjs'
import type { BaseLogger } from 'pino'
import type { Db } from '../../platform/database/db.ts'
import { appendNoteUpdate, DraftEndedError } from '../note.queries.ts'
import { NoteWriter, type WriteSlots } from './note-writer.ts'
import type { StoredNote } from '../note-yjs.ts'
import { SizeGuard } from './size-guard.ts'

export interface LiveNoteOptions {
  address: NoteAddress
  document: Document
  stored: StoredNote
  db: Db
  slots: WriteSlots
  log: Pick<BaseLogger, 'warn' | 'info'>
  /** There are many updates, or nobody is connected any more: time to merge them. */
  onCompactable: () => void
  onGone: () => void
  onIdle: () => void
}

const ROWS_BEFORE_COMPACTION = 200

export class LiveNote {
  readonly address: NoteAddress
  readonly document: Document
  readonly writer: NoteWriter
  readonly guard: SizeGuard
  readonly #options: LiveNoteOptions
  /** Rows of updates in the database for which no compaction was requested yet. */
  #rows: number
  #savedPending: readonly (Uint8Array | null | undefined)[] = []

  constructor(options: LiveNoteOptions) {
    const { address, document, stored, db, slots } = options
    this.#options = options
    this.address = address
    this.document = document
    this.#rows = stored.updates.length
    document.transact(() => {
      if (stored.snapshot) Y.applyUpdate(document, stored.snapshot)
      for (const update of stored.updates) Y.applyUpdate(document, update)
    })
    this.guard = new SizeGuard(document, storedByteLength(stored))
    this.writer = new NoteWriter({
      append: (update) => appendNoteUpdate(db, address, update).then(() => this.#countRow()),
      isFinal: (error) => error instanceof DraftEndedError,
      slots,
      log: options.log,
      onStuck: () => this.broadcast({ type: 'locked', reason: 'storage' }),
      onRecovered: () => this.broadcast({ type: 'unlocked', reason: 'storage' }),
      onGone: options.onGone,
      onIdle: options.onIdle,
    })
    // Yjs emits this while it applies an update, so a later message of the connection finds the update added.
    document.on('update', (update: Uint8Array) => this.writer.add(update))
    document.on('destroy', () => {
      if (this.#rows > 0) options.onCompactable()
    })
  }

  /** Resolves once everything applied so far is saved; false if the article is gone. */
  whenSaved(): Promise<boolean> {
    this.#savePending()
    return this.writer.whenSaved()
  }

  broadcast(message: NoteServerMessage): void {
    this.document.broadcastStateless(JSON.stringify(message))
  }

  lockReason(): LockReason | null {
    return this.writer.isStuck ? 'storage' : null
  }

  /** Parts of an update that wait for another one are not applied, so no event reported them. */
  #savePending(): void {
    const { pendingStructs, pendingDs } = this.document.store
    // Yjs adds to the object of pending parts, but replaces its encoded bytes.
    const pending = [pendingStructs?.update, pendingDs]
    const isSaved = pending.every((bytes, index) => !bytes || bytes === this.#savedPending[index])
    this.#savedPending = pending
    if (isSaved) return
    this.writer.add(Y.encodeStateAsUpdate(this.document, Y.encodeStateVector(this.document)))
  }

  #countRow(): void {
    this.#rows += 1
    if (this.#rows < ROWS_BEFORE_COMPACTION) return
    this.#rows = 0
    this.#options.onCompactable()
  }
}

const storedByteLength = ({ snapshot, updates }: StoredNote): number =>
  updates.reduce((sum, update) => sum + update.length, snapshot?.length ?? 0)
