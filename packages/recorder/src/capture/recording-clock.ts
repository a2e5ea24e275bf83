/** Milliseconds that were recorded: the sum of the times between start or resume and pause. Pure, given the times. */
export type RecordingClock = {
  readonly recorded: number
  /** When the current stretch began; null while paused. */
  readonly since: number | null
}

export const stoppedClock: RecordingClock = { recorded: 0, since: null }

export const elapsedAt = ({ recorded, since }: RecordingClock, now: number): number =>
  Math.round(recorded + (since === null ? 0 : Math.max(0, now - since)))

export const startClock = (clock: RecordingClock, now: number): RecordingClock =>
  clock.since === null ? { ...clock, since: now } : clock

export const stopClock = (clock: RecordingClock, now: number): RecordingClock => ({
  recorded: elapsedAt(clock, now),
  since: null,
})
