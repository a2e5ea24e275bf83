// Tracks whether local edits are saved. Edits are counted; a checkpoint asks the server to confirm all edits so far,
// one checkpoint at a time. Only the checkpoint's receipt makes its edits saved; a checkpoint whose connection was lost
// is void, and a new one is sent after the next sync.
export type SaveState = 'saved' | 'saving' | 'unsaved'

export interface SaveTrackerOptions {
  sendCheckpoint: (id: number) => void
  /** Called after a long time without a receipt: the connection is probably dead although it appears open. */
  onSilence: () => void
  onChange: () => void
}

/** After this time, pending edits are no longer reported as "saving". */
const LATE_MS = 3_000
const SILENCE_MS = 10_000

export class SaveTracker {
  readonly #options: SaveTrackerOptions
  #edits = 0
  #savedEdits = 0
  #lastId = 0
  #inFlight: { id: number; edits: number } | null = null
  #isSynced = false
  /** The server reported that it does not save now. */
  #isLocked = false
  #isRefused = false
  #isLate = false
  #lateTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SaveTrackerOptions) {
    this.#options = options
  }

  get edits(): number {
    return this.#edits
  }

  get savedEdits(): number {
    return this.#savedEdits
  }

  get state(): SaveState {
    if (this.#edits === this.#savedEdits) return 'saved'
    return this.#isSynced && !this.#isLocked && !this.#isRefused && !this.#isLate ? 'saving' : 'unsaved'
  }

  /** A local edit was made, and passed to the connection if there is one. */
  edited(): void {
    this.#edits += 1
    this.#ask()
    this.#options.onChange()
  }

  /** The server has all local edits so far, in memory. */
  synced(): void {
    this.#isSynced = true
    this.#isRefused = false
    this.#forget()
    this.#ask()
    this.#options.onChange()
  }

  disconnected(): void {
    this.#isSynced = false
    this.#isLocked = false
    this.#forget()
    this.#options.onChange()
  }

  /** The server does not save now; a checkpoint may still be acknowledged. */
  locked(): void {
    this.#isLocked = true
    clearTimeout(this.#silenceTimer)
    this.#options.onChange()
  }

  /** The checkpoint will not be acknowledged: edits before it were not accepted. */
  refused(id: number): void {
    if (this.#inFlight?.id !== id) return
    this.#isRefused = true
    this.#forget()
    this.#options.onChange()
  }

  unlocked(): void {
    this.#isLocked = false
    this.#isRefused = false
    this.#ask()
    this.#options.onChange()
  }

  /** Returns false for a receipt that was not expected. */
  received(id: number): boolean {
    if (this.#inFlight?.id !== id) return false
    this.#savedEdits = this.#inFlight.edits
    this.#forget()
    this.#ask()
    this.#options.onChange()
    return true
  }

  stop(): void {
    this.#isSynced = false
    this.#forget()
  }

  #ask(): void {
    if (!this.#isSynced || this.#isRefused || this.#inFlight || this.#edits === this.#savedEdits) return
    this.#lastId += 1
    this.#inFlight = { id: this.#lastId, edits: this.#edits }
    this.#lateTimer = setTimeout(() => {
      this.#isLate = true
      this.#options.onChange()
    }, LATE_MS)
    if (!this.#isLocked) this.#silenceTimer = setTimeout(() => this.#options.onSilence(), SILENCE_MS)
    this.#options.sendCheckpoint(this.#lastId)
  }

  #forget(): void {
    clearTimeout(this.#lateTimer)
    clearTimeout(this.#silenceTimer)
    this.#inFlight = null
    this.#isLate = false
  }
}
