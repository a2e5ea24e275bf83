// Tracks whether local edits are saved. Edits are counted; a checkpoint asks the server to confirm all edits so far,
// one checkpoint at a time. Only the checkpoint's receipt makes its edits saved; a checkpoint whose connection was lost
// is void, and a new one is sent after the next sync.
export type SaveState = 'saved' | 'saving' | 'unsaved'

export interface SaveTrackerOptions {
  /** Sends the edits so far, then the checkpoint. */
  sendCheckpoint: (id: number) => void
  /** Called after a long time without a receipt: the connection is probably dead although it appears open. */
  onReceiptTimeout: () => void
  onChange: () => void
}

/** After this time, pending edits are no longer reported as "saving". */
const SAVING_TIMEOUT_MS = 3_000
const RECEIPT_TIMEOUT_MS = 10_000

export class SaveTracker {
  readonly #options: SaveTrackerOptions
  #editCount = 0
  #savedEditCount = 0
  #lastId = 0
  #inFlight: { id: number; editCount: number } | null = null
  #isSynced = false
  /** The server reported that it does not save now. */
  #isLocked = false
  #isRefused = false
  #isLate = false
  #lateTimer: ReturnType<typeof setTimeout> | undefined
  #receiptTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SaveTrackerOptions) {
    this.#options = options
  }

  get editCount(): number {
    return this.#editCount
  }

  get savedEditCount(): number {
    return this.#savedEditCount
  }

  get state(): SaveState {
    if (this.#editCount === this.#savedEditCount) return 'saved'
    return this.#isSynced && !this.#isLocked && !this.#isRefused && !this.#isLate ? 'saving' : 'unsaved'
  }

  /** A local edit was made. */
  countEdit(): void {
    this.#editCount += 1
  }

  /** All edits so far were passed to the connection if there is one. */
  onEditsSent(): void {
    this.#sendCheckpoint()
    this.#options.onChange()
  }

  /** The server has all local edits so far, in memory. */
  onSynced(): void {
    this.#isSynced = true
    this.#isRefused = false
    this.#clearCheckpoint()
    this.#sendCheckpoint()
    this.#options.onChange()
  }

  onDisconnected(): void {
    this.#isSynced = false
    this.#isLocked = false
    this.#clearCheckpoint()
    this.#options.onChange()
  }

  /** The server does not save now; a checkpoint may still be acknowledged. */
  onLocked(): void {
    this.#isLocked = true
    clearTimeout(this.#receiptTimer)
    this.#options.onChange()
  }

  /** The checkpoint will not be acknowledged: edits before it were not accepted. */
  onRefused(id: number): void {
    if (this.#inFlight?.id !== id) return
    this.#isRefused = true
    this.#clearCheckpoint()
    this.#options.onChange()
  }

  onUnlocked(): void {
    this.#isLocked = false
    this.#isRefused = false
    if (this.#inFlight) this.#expectReceipt()
    this.#sendCheckpoint()
    this.#options.onChange()
  }

  /** Returns false for a receipt that was not expected. */
  onReceipt(id: number): boolean {
    if (this.#inFlight?.id !== id) return false
    this.#savedEditCount = this.#inFlight.editCount
    this.#clearCheckpoint()
    this.#sendCheckpoint()
    this.#options.onChange()
    return true
  }

  stop(): void {
    this.#isSynced = false
    this.#clearCheckpoint()
  }

  #sendCheckpoint(): void {
    if (!this.#isSynced || this.#isRefused || this.#inFlight || this.#editCount === this.#savedEditCount) return
    this.#lastId += 1
    this.#inFlight = { id: this.#lastId, editCount: this.#editCount }
    this.#lateTimer = setTimeout(() => {
      this.#isLate = true
      this.#options.onChange()
    }, SAVING_TIMEOUT_MS)
    if (!this.#isLocked) this.#expectReceipt()
    this.#options.sendCheckpoint(this.#lastId)
  }

  #expectReceipt(): void {
    clearTimeout(this.#receiptTimer)
    this.#receiptTimer = setTimeout(() => this.#options.onReceiptTimeout(), RECEIPT_TIMEOUT_MS)
  }

  #clearCheckpoint(): void {
    clearTimeout(this.#lateTimer)
    clearTimeout(this.#receiptTimer)
    this.#inFlight = null
    this.#isLate = false
  }
}
