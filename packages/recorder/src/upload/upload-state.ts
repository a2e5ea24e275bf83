/**
 * The state of an upload, as a pure reducer of state and event. Components show it; the uploader sends the events. An
 * event that does not fit the phase (because it came late) changes nothing.
 *
 *     idle → uploading ⇄ waiting → accepting ⇄ waiting → processing → finished
 *     any but finished → failed → (retry) uploading; any but finished → cancelled
 *     uploading, waiting → paused → uploading
 */
import { uploadProgress } from '@knowreel/shared/video/upload/upload-progress.rules.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'

export const uploadMessages = {
  offline: 'Please check your internet connection',
  articleGone: 'The article of this recording is no longer there',
  tooMany: 'Too many unfinished uploads. Please finish one of them first',
  failed: 'Failed to upload video. Please contact the support team if such an issue occurs again.',
} as const

export type UploadPhase =
  'idle' | 'uploading' | 'waiting' | 'paused' | 'accepting' | 'processing' | 'finished' | 'failed' | 'cancelled'

export type UploadState = {
  readonly phase: UploadPhase
  /** Bytes that have arrived or are being sent. */
  readonly sent: number
  /** Bytes known so far; a recording in progress will have more. */
  readonly total: number
  /** Overall progress: half upload, half processing. Never decreases, except when an upload starts over. */
  readonly percent: number
  /** The id returned when the upload was accepted. */
  readonly acceptId: string | null
  readonly video: Video | null
  /** The message shown to people: why it waits or failed. */
  readonly message: string | null
  /** Retrying can help. */
  readonly canRetry: boolean
}

export type UploadEvent =
  | { readonly type: 'began'; readonly sent: number; readonly total: number }
  | { readonly type: 'sent'; readonly sent: number; readonly total: number }
  | { readonly type: 'lost'; readonly isOnline: boolean }
  | { readonly type: 'restarted' }
  | { readonly type: 'paused' }
  | { readonly type: 'accepting' }
  | { readonly type: 'accepted'; readonly id: string }
  | { readonly type: 'polled'; readonly progress: number }
  | { readonly type: 'finished'; readonly video: Video | null }
  | { readonly type: 'failed'; readonly message?: string; readonly canRetry: boolean }
  | { readonly type: 'cancelled' }

export const idleUpload: UploadState = {
  phase: 'idle',
  sent: 0,
  total: 0,
  percent: 0,
  acceptId: null,
  video: null,
  message: null,
  canRetry: false,
}

/** The state before it resumes, with its progress so far. */
export const pausedUpload = (sent: number, total: number): UploadState =>
  withSent({ ...idleUpload, phase: 'paused' }, { sent, total })

/** Whether the server has all of it; null while that is undecided. */
export const acceptOutcome = (phase: UploadPhase): boolean | null =>
  phase === 'processing' || phase === 'finished' ? true : phase === 'failed' || phase === 'cancelled' ? false : null

const isTerminal = (phase: UploadPhase): boolean => phase === 'finished' || phase === 'cancelled'
const isInProgress = (phase: UploadPhase): boolean =>
  phase === 'uploading' || phase === 'waiting' || phase === 'accepting' || phase === 'processing'

export function reduceUpload(state: UploadState, event: UploadEvent): UploadState {
  if (isTerminal(state.phase)) return state
  switch (event.type) {
    case 'began':
      if (state.phase !== 'idle' && state.phase !== 'failed' && state.phase !== 'paused') return state
      return withSent({ ...state, phase: 'uploading', message: null, canRetry: false }, event)
    case 'sent':
      if (state.phase !== 'uploading' && state.phase !== 'waiting') return state
      return withSent({ ...state, phase: 'uploading', message: null }, event)
    case 'lost':
      if (!isInProgress(state.phase)) return state
      // While the server processes, a brief loss of the connection is not shown.
      if (state.phase === 'processing') return state
      return { ...state, phase: 'waiting', message: event.isOnline ? null : uploadMessages.offline }
    case 'restarted':
      return isInProgress(state.phase) ? { ...state, phase: 'uploading', sent: 0, percent: 0, message: null } : state
    case 'paused':
      if (state.phase !== 'uploading' && state.phase !== 'waiting') return state
      return { ...state, phase: 'paused', message: null }
    case 'accepting':
      return isInProgress(state.phase) ? { ...state, phase: 'accepting', message: null } : state
    case 'accepted':
      if (!isInProgress(state.phase)) return state
      return { ...state, phase: 'processing', acceptId: event.id, message: null, percent: Math.max(50, state.percent) }
    case 'polled':
      if (state.phase !== 'processing') return state
      return { ...state, percent: Math.max(state.percent, percentOf(state, Math.min(99, event.progress))) }
    case 'finished':
      if (state.phase !== 'processing') return state
      return { ...state, phase: 'finished', percent: 100, video: event.video, message: null }
    case 'failed':
      return {
        ...state,
        phase: 'failed',
        message: event.message ?? uploadMessages.failed,
        canRetry: event.canRetry,
      }
    case 'cancelled':
      return { ...idleUpload, phase: 'cancelled' }
  }
}

function withSent(state: UploadState, { sent, total }: { sent: number; total: number }): UploadState {
  const next = { ...state, sent, total }
  return { ...next, percent: Math.max(state.percent, percentOf(next, null)) }
}

const percentOf = ({ sent, total }: UploadState, processing: number | null): number =>
  uploadProgress({ sent, total, processing })
