/** An upload as the page shows it. Pure. */
import type { Anchor } from '@knowreel/shared/video/paragraph-tree.ts'
import type { UploadState } from '@knowreel/recorder/upload/index.ts'

/** Why an upload of an earlier page does not go on by itself. */
export type UploadHold =
  /** The browser lets us read the file again once the person has allowed it. */
  | 'permission'
  /** It has to be chosen again. */
  | 'file'
  /** Another tab has it in hand. */
  | 'elsewhere'

/** What the journal keeps of an upload for the page. */
export type UploadContext = {
  /** Where the recording goes in the article; null where it becomes its first paragraph. */
  readonly insert: InsertPlace | null
  readonly isPaused: boolean
  /** Bytes that had been sent when it was paused: more than the parts that are complete. */
  readonly sent: number
}

/** The moment that stood at the play head, so that the place moves with its material. */
export type InsertPlace = { readonly anchor: Anchor | null; readonly at: number }

export type UploadItem = {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The draft it is for; null while the dialog still asks. */
  readonly articleId: string | null
  readonly context: UploadContext
  readonly state: UploadState
  readonly hold: UploadHold | null
  /** It goes on after the browser was closed, without choosing the file again. */
  readonly isKept: boolean
  /** What was wrong with the file chosen again. */
  readonly problem: string | null
}

export const newContext: UploadContext = { insert: null, isPaused: false, sent: 0 }

/** What another version of this page wrote is read with care. */
export function readContext(kept: unknown): UploadContext {
  if (typeof kept !== 'object' || kept === null) return newContext
  const { insert, isPaused, sent } = kept as Partial<UploadContext>
  const isPlace = typeof insert === 'object' && insert !== null && typeof insert.at === 'number'
  return {
    insert: isPlace ? { at: insert.at, anchor: insert.anchor ?? null } : null,
    isPaused: isPaused === true,
    sent: typeof sent === 'number' ? sent : 0,
  }
}

const megabyte = 1_000_000
const megabytes = (bytes: number): string =>
  bytes >= 1_000_000_000
    ? `${(bytes / 1_000_000_000).toFixed(2)} GB`
    : `${(bytes / megabyte).toFixed(bytes < 10 * megabyte ? 1 : 0)} MB`

/** '12 of 340 MB': the unit once, where it is the same. */
export function sentOf(sent: number, size: number): string {
  if (size < megabyte / 10) return `${Math.ceil(sent / 1000)} of ${Math.ceil(size / 1000)} kB`
  const [all, part] = [megabytes(size), megabytes(sent)]
  const unit = all.slice(all.indexOf(' '))
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} of ${all}`
}

/** Under the bar: what is happening, and what to do where something is. */
export function uploadWords({ state, hold, size, problem, context }: Omit<UploadItem, 'id' | 'name'>): string {
  if (problem !== null) return problem
  if (hold === 'elsewhere') return 'Uploading in another tab'
  if (hold === 'permission') return 'Stopped with the browser. Allow reading the file to go on'
  if (hold === 'file') return 'Stopped with the browser. Choose the same file again to go on'
  switch (state.phase) {
    case 'idle':
    case 'uploading':
      return sentOf(state.sent, size)
    case 'waiting':
      return state.message ?? 'Connecting again …'
    case 'paused':
      return `Paused at ${sentOf(state.sent, size)}`
    case 'accepting':
    case 'processing':
      return 'Preparing the video'
    case 'finished':
      return context.insert === null ? 'Ready' : 'Uploaded. Open the article to put it in its place'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return state.message ?? 'Error'
  }
}

export type UploadActions = {
  readonly canPause: boolean
  /** Goes on, after a pause, a failure or a permission. */
  readonly goOn: 'Resume' | 'Retry' | 'Allow' | null
  readonly canChooseFile: boolean
  readonly canCancel: boolean
  /** Takes it off the screen; nothing is lost. */
  readonly canDismiss: boolean
}

export function uploadActions({ state, hold }: Pick<UploadItem, 'state' | 'hold'>): UploadActions {
  const { phase, canRetry } = state
  const isOver = phase === 'finished' || (phase === 'failed' && !canRetry)
  return {
    canPause: hold === null && (phase === 'uploading' || phase === 'waiting' || phase === 'idle'),
    goOn: goOnOf(phase, canRetry, hold),
    canChooseFile: hold === 'file',
    // Once everything arrived the server works on it whatever happens here.
    canCancel: hold !== 'elsewhere' && !isOver && phase !== 'processing' && phase !== 'accepting',
    canDismiss: isOver,
  }
}

function goOnOf(phase: UploadState['phase'], canRetry: boolean, hold: UploadHold | null): UploadActions['goOn'] {
  if (hold === 'permission') return 'Allow'
  if (hold !== null) return null
  if (phase === 'paused') return 'Resume'
  return phase === 'failed' && canRetry ? 'Retry' : null
}

/** Bytes travel or wait to. */
export const isSending = ({ state, hold }: UploadItem): boolean =>
  hold === null && ['idle', 'uploading', 'waiting', 'accepting'].includes(state.phase)

/** Over all of them: 'Uploading 2 recordings, 45 %' */
export function titleOfUploads(items: readonly UploadItem[]): string {
  const under = items.filter(({ state }) => state.phase !== 'finished' && state.phase !== 'failed')
  if (under.length === 0) {
    const failed = items.filter(({ state }) => state.phase === 'failed').length
    return failed > 0 ? 'Upload failed' : items.length === 1 ? 'Recording ready' : 'Recordings ready'
  }
  const bytes = under.reduce((sum, { size }) => sum + size, 0)
  const done = under.reduce((sum, { size, state }) => sum + size * state.percent, 0)
  const percent = bytes > 0 ? Math.floor(done / bytes) : 0
  const isOne = under.length === 1
  // Those of an earlier page stand still as well, until their file is there again.
  if (under.every(({ state, hold }) => state.phase === 'paused' && hold !== 'elsewhere'))
    return `${isOne ? 'Upload paused' : `${under.length} uploads paused`}, ${percent} %`
  return `${isOne ? 'Uploading a recording' : `Uploading ${under.length} recordings`}, ${percent} %`
}
