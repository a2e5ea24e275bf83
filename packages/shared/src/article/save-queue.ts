/**
 * When the changes of an article are saved, as a state machine without clock and network. The owner feeds it events and
 * does what `effect` says: `save` sends the autosave, `manual` runs the save or publish that was asked for by hand.
 *
 *     idle ── request ──▶ saving ── saved, nothing waits ──▶ idle
 *                           │  ▲
 *                   request: counted, one more save runs afterwards
 *     any ── manualAsked ──▶ manual (after a save in flight, through `manualNext`) ── manualEnded ──▶ idle or saving
 *
 * - One save is in flight at most, so answers arrive in the order of the saves.
 * - Autosave is off during a manual save or publish. What is asked for meanwhile is counted; one save runs afterwards.
 *   What was asked for before it began is part of it; if it fails, an ordinary save takes that over.
 * - A failed save is not tried again by itself, unless more was asked for: `isUnsaved` says that something is left.
 * - Where autosave is not allowed (`isOn` false) requests are only counted, and turning it on saves them.
 */
export type SaveQueue = {
  readonly phase: 'idle' | 'saving' | 'manualNext' | 'manual'
  /** Requests since the save in flight began. */
  readonly waiting: number
  /** Something was asked for that no successful save has carried yet. */
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

/** What the page shows beside 'Saving': how many saves are under way or to come. */
export const saveCount = ({ phase, waiting }: SaveQueue): number => (phase === 'idle' ? 0 : 1 + Math.min(waiting, 1))

/** An event that makes no sense in the present phase changes nothing. */
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

/** The manual save sends everything there is, so nothing asked for before it waits any longer. */
const startManual = (queue: SaveQueue): SaveStep => ({
  queue: { ...queue, phase: 'manual', waiting: 0 },
  effect: 'manual',
})

/** Begins the next save when one is wanted and allowed. */
const settle = (queue: SaveQueue): SaveStep =>
  queue.phase === 'idle' && queue.isOn && queue.waiting > 0
    ? { queue: { ...queue, phase: 'saving', waiting: 0 }, effect: 'save' }
    : still(queue)

const still = (queue: SaveQueue): SaveStep => ({ queue, effect: null })
