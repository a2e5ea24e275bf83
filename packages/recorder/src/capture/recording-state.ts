/**
 * The states of a recording, as one table of states × events. Pure: pages and the extension show the state, the recording
 * sends the events. An event that is not in the row of a state came too late and changes nothing.
 */
export type RecordingPhase =
  'idle' | 'asking' | 'countingDown' | 'recording' | 'paused' | 'stopping' | 'uploading' | 'done' | 'error'

export type RecordingEvent =
  /** The person wants to record; the browser asks what. */
  | 'start'
  | 'granted'
  | 'refused'
  /** The countdown is over. */
  | 'counted'
  | 'pause'
  | 'resume'
  /** Throws away what was recorded and counts down again. */
  | 'restart'
  | 'discard'
  | 'stop'
  /** The captured tab was closed, or sharing was stopped. Closing the recording page itself sends no event. */
  | 'ended'
  /** Recording is not possible any more: no space, a broken encoder. What was recorded is kept. */
  | 'failed'
  /** All that was recorded is in the spool. */
  | 'spooled'
  /** Nothing was recorded. */
  | 'nothing'
  /** The server has everything. */
  | 'accepted'
  | 'uploadFailed'
  | 'retry'
  | 'dismiss'

type Row = Partial<Record<RecordingEvent, RecordingPhase>>

const table: Record<RecordingPhase, Row> = {
  idle: { start: 'asking' },
  asking: { granted: 'countingDown', refused: 'error', failed: 'error', discard: 'idle' },
  countingDown: { counted: 'recording', ended: 'error', failed: 'error', discard: 'idle' },
  recording: {
    pause: 'paused',
    restart: 'countingDown',
    discard: 'idle',
    stop: 'stopping',
    ended: 'stopping',
    failed: 'stopping',
  },
  paused: {
    resume: 'recording',
    restart: 'countingDown',
    discard: 'idle',
    stop: 'stopping',
    ended: 'stopping',
    failed: 'stopping',
  },
  stopping: { spooled: 'uploading', nothing: 'error' },
  uploading: { accepted: 'done', uploadFailed: 'error' },
  done: { start: 'asking', dismiss: 'idle' },
  error: { start: 'asking', retry: 'uploading', dismiss: 'idle' },
}

export const nextPhase = (phase: RecordingPhase, event: RecordingEvent): RecordingPhase => table[phase][event] ?? phase
