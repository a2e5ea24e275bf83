// Writes the updates of one open note to the database in groups: an update that finds the writer idle is written
// immediately; those that arrive during a write are merged into the next one. An update stays in memory until its
// commit is confirmed, so a database outage loses nothing: the writer retries with increasing delays. A commit whose
// confirmation was lost is repeated, which is harmless: applying an update twice changes nothing.
import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import * as Y from 'yjs'

export type WriteSlots = { run<Result>(task: () => Promise<Result>): Promise<Result> }

export interface NoteWriterOptions {
  /** Resolves after the commit. */
  append: (update: Uint8Array) => Promise<void>
  /** An error after which no retry can succeed: the article is gone. */
  isFinal: (error: unknown) => boolean
  slots: WriteSlots
  log: Pick<BaseLogger, 'warn' | 'info'>
  /** The database fails or is slow: what is typed now is not saved yet. */
  onStuck: () => void
  /** The database accepts updates again. */
  onRecovered: () => void
  onGone: () => void
  onIdle: () => void
}

const INITIAL_RETRY_MS = 100
const MAX_RETRY_MS = 2_000
/** Editors are notified of a write that takes longer. */
const SLOW_WRITE_MS = 2_000

type Waiter = { count: number; resolve: (isSaved: boolean) => void }

export class NoteWriter {
  readonly #options: NoteWriterOptions
  #pending: Uint8Array[] = []
  #added = 0
  #saved = 0
  #waiters: Waiter[] = []
  #isWriting = false
  #isStuck = false
  #isGone = false

  constructor(options: NoteWriterOptions) {
    this.#options = options
  }

  get isIdle(): boolean {
    return !this.#isWriting && this.#pending.length === 0
  }

  get isStuck(): boolean {
    return this.#isStuck
  }

  /** The bytes are kept by reference until written; the caller must not change them. */
  add(update: Uint8Array): void {
    if (this.#isGone) return
    this.#pending.push(update)
    this.#added += 1
    if (!this.#isWriting) void this.#write()
  }

  /** Resolves with true once everything added so far is committed; with false if the article is gone. */
  whenSaved(): Promise<boolean> {
    if (this.#isGone) return Promise.resolve(false)
    if (this.#saved === this.#added) return Promise.resolve(true)
    return new Promise((resolve) => this.#waiters.push({ count: this.#added, resolve }))
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    let wait = INITIAL_RETRY_MS
    while (this.#pending.length > 0) {
      const slow = setTimeout(() => this.#becomeStuck(), SLOW_WRITE_MS)
      const isSettled = await this.#options.slots.run(() => this.#tryGroup())
      clearTimeout(slow)
      if (isSettled) {
        wait = INITIAL_RETRY_MS
      } else {
        await delay(wait * (0.75 + Math.random() / 2))
        wait = Math.min(wait * 2, MAX_RETRY_MS)
      }
    }
    this.#isWriting = false
    this.#options.onIdle()
  }

  /** Writes everything that is waiting now; false if it must be retried. */
  async #tryGroup(): Promise<boolean> {
    const upTo = this.#added
    const update = Y.mergeUpdates(this.#pending)
    this.#pending = []
    try {
      await this.#options.append(update)
    } catch (error) {
      if (this.#options.isFinal(error)) {
        this.#becomeGone()
        return true
      }
      this.#pending.unshift(update)
      this.#options.log.warn({ err: error, bytes: update.length }, 'a note could not be saved; trying again')
      this.#becomeStuck()
      return false
    }
    this.#saved = upTo
    if (this.#isStuck) {
      this.#isStuck = false
      this.#options.log.info('the note is saved again')
      this.#options.onRecovered()
    }
    this.#settle()
    return true
  }

  #becomeStuck(): void {
    if (this.#isStuck) return
    this.#isStuck = true
    this.#options.onStuck()
  }

  #becomeGone(): void {
    this.#isGone = true
    this.#pending = []
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(false)
    this.#options.onGone()
  }

  #settle(): void {
    const settled = this.#waiters.filter((waiter) => waiter.count <= this.#saved)
    this.#waiters = this.#waiters.filter((waiter) => waiter.count > this.#saved)
    for (const waiter of settled) waiter.resolve(true)
  }
}

/** Runs at most `count` tasks at a time, in order of arrival. */
export function createWriteSlots(count: number): WriteSlots {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async run(task) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
