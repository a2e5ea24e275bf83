/**
 * When an article's changes are saved: a state machine without clock and network. The owner sends events and performs
 * `effect`: `save` sends the autosave, `manual` runs the requested save or publish.
 *
 *     idle ── request ──▶ saving ── saved, nothing waits ──▶ idle
 *                           │ ▲
 *                   request: counted, one more save runs afterwards
 *     any ── manualAsked ──▶ manual (after a save in flight, through `manualNext`) ── manualEnded ──▶ idle or saving
 *
 * - At most one save is in flight, so responses arrive in the order of the saves.
 * - Autosave is off during a manual save or publish. Requests in that time are counted; one save runs afterwards.
 *   Earlier requests are part of the manual save; if it fails, an ordinary save covers them.
 * - A failed save is retried only when more is requested: `isUnsaved` reports that something is left.
 * - While autosave is not allowed (`isAutosaveOn` false), requests are only counted; turning it on saves them.
 */
export type SaveQueue = {
  readonly phase: 'idle' | 'saving' | 'manualNext' | 'manual'
  /** Requests since the save in flight started. */
  readonly pendingRequests: number
  /** A request exists that no successful save has covered yet. */
  readonly isUnsaved: boolean
  readonly isAutosaveOn: boolean
}

export type SaveEvent =
  | { readonly type: 'request' }
  | { readonly type: 'saved' }
  | { readonly type: 'failed' }
  | { readonly type: 'manualAsked' }
  | { readonly type: 'manualEnded'; readonly isSaved: boolean }
  | { readonly type: 'switched'; readonly isOn: boolean }

export type SaveStep = { readonly queue: SaveQueue; readonly effect: 'save' | 'manual' | null }

export const createSaveQueue = (isOn = true): SaveQueue => ({
  phase: 'idle',
  pendingRequests: 0,
  isUnsaved: false,
  isAutosaveOn: isOn,
})

/** The number that the page shows beside 'Saving': current and pending saves. */
export const saveCount = ({ phase, pendingRequests }: SaveQueue): number =>
  phase === 'idle' ? 0 : 1 + Math.min(pendingRequests, 1)

/** An event that is invalid in the current phase changes nothing. */
export function reduceSaveQueue(queue: SaveQueue, event: SaveEvent): SaveStep {
  switch (event.type) {
    case 'request':
      return startNextSave({ ...queue, pendingRequests: queue.pendingRequests + 1, isUnsaved: true })
    case 'saved':
      return afterSave(queue, true)
    case 'failed':
      return afterSave(queue, false)
    case 'manualAsked':
      if (queue.phase === 'saving') return withoutEffect({ ...queue, phase: 'manualNext' })
      return queue.phase === 'idle' ? startManual(queue) : withoutEffect(queue)
    case 'manualEnded':
      if (queue.phase !== 'manual') return withoutEffect(queue)
      return afterManual({ ...queue, phase: 'idle' }, event.isSaved)
    case 'switched':
      return startNextSave({ ...queue, isAutosaveOn: event.isOn })
  }
}

function afterSave(queue: SaveQueue, isSaved: boolean): SaveStep {
  if (queue.phase !== 'saving' && queue.phase !== 'manualNext') return withoutEffect(queue)
  const ended = { ...queue, isUnsaved: queue.pendingRequests > 0 || !isSaved }
  return queue.phase === 'manualNext' ? startManual(ended) : startNextSave({ ...ended, phase: 'idle' })
}

function afterManual(queue: SaveQueue, isSaved: boolean): SaveStep {
  if (isSaved) return startNextSave({ ...queue, isUnsaved: queue.pendingRequests > 0 })
  return startNextSave({ ...queue, pendingRequests: queue.isUnsaved ? Math.max(queue.pendingRequests, 1) : 0 })
}

/** The manual save sends everything, so no earlier request waits any longer. */
const startManual = (queue: SaveQueue): SaveStep => ({
  queue: { ...queue, phase: 'manual', pendingRequests: 0 },
  effect: 'manual',
})

/** Starts the next save if one is requested and allowed. */
const startNextSave = (queue: SaveQueue): SaveStep =>
  queue.phase === 'idle' && queue.isAutosaveOn && queue.pendingRequests > 0
    ? { queue: { ...queue, phase: 'saving', pendingRequests: 0 }, effect: 'save' }
    : withoutEffect(queue)

const withoutEffect = (queue: SaveQueue): SaveStep => ({ queue, effect: null })
