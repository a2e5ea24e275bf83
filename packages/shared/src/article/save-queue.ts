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
 * - While autosave is not allowed (`isOn` false), requests are only counted; turning it on saves them.
 */
export type SaveQueue = {
  readonly phase: 'idle' | 'saving' | 'manualNext' | 'manual'
  /** Requests since the save in flight started. */
  readonly waiting: number
  /** A request exists that no successful save has covered yet. */
  readonly isUnsaved: boolean
  readonly isOn: boolean
}

export type SaveEvent =
  | { readonly type: 'request' }
  | { readonly type: 'saved' }
  | { readonly type: 'failed' }
  | { readonly type: 'manualAsked' }
  | { readonly type: 'manualEnded'; readonly isSaved: boolean }
  | { readonly type: 'switched'; readonly isOn: boolean }

export type SaveStep = { readonly queue: SaveQueue; readonly effect: 'save' | 'manual' | null }

export const newSaveQueue = (isOn = true): SaveQueue => ({ phase: 'idle', waiting: 0, isUnsaved: false, isOn })

/** The number that the page shows beside 'Saving': current and pending saves. */
export const saveCount = ({ phase, waiting }: SaveQueue): number => (phase === 'idle' ? 0 : 1 + Math.min(waiting, 1))

/** An event that is invalid in the current phase changes nothing. */
export function stepSaveQueue(queue: SaveQueue, event: SaveEvent): SaveStep {
  switch (event.type) {
    case 'request':
      return settle({ ...queue, waiting: queue.waiting + 1, isUnsaved: true })
    case 'saved':
      return afterSave(queue, true)
    case 'failed':
      return afterSave(queue, false)
    case 'manualAsked':
      if (queue.phase === 'saving') return still({ ...queue, phase: 'manualNext' })
      return queue.phase === 'idle' ? startManual(queue) : still(queue)
    case 'manualEnded':
      if (queue.phase !== 'manual') return still(queue)
      return afterManual({ ...queue, phase: 'idle' }, event.isSaved)
    case 'switched':
      return settle({ ...queue, isOn: event.isOn })
  }
}

function afterSave(queue: SaveQueue, isSaved: boolean): SaveStep {
  if (queue.phase !== 'saving' && queue.phase !== 'manualNext') return still(queue)
  const ended = { ...queue, isUnsaved: queue.waiting > 0 || !isSaved }
  return queue.phase === 'manualNext' ? startManual(ended) : settle({ ...ended, phase: 'idle' })
}

function afterManual(queue: SaveQueue, isSaved: boolean): SaveStep {
  if (isSaved) return settle({ ...queue, isUnsaved: queue.waiting > 0 })
  return settle({ ...queue, waiting: queue.isUnsaved ? Math.max(queue.waiting, 1) : 0 })
}

/** The manual save sends everything, so no earlier request waits any longer. */
const startManual = (queue: SaveQueue): SaveStep => ({
  queue: { ...queue, phase: 'manual', waiting: 0 },
  effect: 'manual',
})

/** Starts the next save if one is requested and allowed. */
const settle = (queue: SaveQueue): SaveStep =>
  queue.phase === 'idle' && queue.isOn && queue.waiting > 0
    ? { queue: { ...queue, phase: 'saving', waiting: 0 }, effect: 'save' }
    : still(queue)

const still = (queue: SaveQueue): SaveStep => ({ queue, effect: null })
