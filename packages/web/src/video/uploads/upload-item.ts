/** An upload as the page shows it. Pure. */
import type { Anchor } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { UploadState } from '@knowreel/recorder/upload/index.ts'
import * as texts from './texts.ts'

/** Why an upload of an earlier page does not resume automatically. */
export type ResumeBlocker =
  /** The browser can read the file again once the person grants permission. */
  | 'permission'
  /** The file must be chosen again. */
  | 'file'
  /** Another tab holds its lock. */
  | 'elsewhere'
  /** The browser closed while it was being recorded: the person decides. */
  | 'unfinished'

/** The page's own data about an upload, stored in the journal. */
export type UploadContext = {
  /** Where the recording is inserted in the article; null if it becomes the first paragraph. */
  readonly insert: InsertPosition | null
  readonly isPaused: boolean
  /** Bytes sent when it was paused, including those of an incomplete part. */
  readonly sent: number
}

/** The moment under the play head, so that the position moves with its material. */
export type InsertPosition = { readonly anchor: Anchor | null; readonly at: number }

export type UploadItem = {
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The draft it belongs to; null while the dialog is open. */
  readonly articleId: string | null
  readonly context: UploadContext
  readonly state: UploadState
  readonly blocker: ResumeBlocker | null
  /** It is being recorded in this tab. */
  readonly isLive: boolean
  /** It can resume after the browser was closed, without choosing the file again. */
  readonly isFilePersisted: boolean
  /** The problem with the file that was chosen again. */
  readonly fileError: string | null
}

export const initialContext: UploadContext = { insert: null, isPaused: false, sent: 0 }

/** Another version of this page may have written it, so nothing is assumed. */
export function parseContext(kept: unknown): UploadContext {
  if (typeof kept !== 'object' || kept === null) return initialContext
  const { insert, isPaused, sent } = kept as Partial<UploadContext>
  const isPosition = typeof insert === 'object' && insert !== null && typeof insert.at === 'number'
  return {
    insert: isPosition ? { at: insert.at, anchor: insert.anchor ?? null } : null,
    isPaused: isPaused === true,
    sent: typeof sent === 'number' ? sent : 0,
  }
}

/** The article that a recording of this browser is for, as its spool keeps it. */
export function parseRecordingContext(kept: unknown): {
  readonly name: string
  readonly articleId: string | null
  readonly context: UploadContext
} {
  const { name, articleId } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  return {
    name: typeof name === 'string' ? name : '',
    articleId: typeof articleId === 'string' ? articleId : null,
    context: { ...initialContext, insert: parseContext(kept).insert },
  }
}

const bytesPerMegabyte = 1_000_000
const formatBytes = (bytes: number): string =>
  bytes >= 1_000_000_000
    ? `${(bytes / 1_000_000_000).toFixed(2)} GB`
    : `${(bytes / bytesPerMegabyte).toFixed(bytes < 10 * bytesPerMegabyte ? 1 : 0)} MB`

/** '12 of 340 MB': the unit appears once if it is the same. */
export function sentText(sent: number, size: number): string {
  if (size < bytesPerMegabyte / 10) return texts.sentOfSizeKB(Math.ceil(sent / 1000), Math.ceil(size / 1000))
  const [all, part] = [formatBytes(size), formatBytes(sent)]
  const unit = all.slice(all.indexOf(' '))
  return texts.partOfAll(part.endsWith(unit) ? part.slice(0, -unit.length) : part, all)
}

/** The text under the progress bar: the state, and what to do if something is needed. */
export function uploadText({ state, blocker, size, fileError, context }: Omit<UploadItem, 'id' | 'name'>): string {
  if (fileError !== null) return fileError
  if (blocker === 'elsewhere') return texts.uploadingInAnotherTab
  if (blocker === 'permission') return texts.interruptedAllowAccessToFile
  if (blocker === 'file') return texts.interruptedChooseSameFileAgain
  if (blocker === 'unfinished') return texts.recordingInterrupted
  switch (state.phase) {
    case 'idle':
    case 'uploading':
      return sentText(state.sent, size)
    case 'waiting':
      return state.message ?? texts.reconnecting
    case 'paused':
      return texts.pausedAtSent(sentText(state.sent, size))
    case 'accepting':
    case 'processing':
      return texts.preparingTheVideo
    case 'finished':
      return context.insert === null ? texts.ready : texts.uploadedOpenArticleToInsert
    case 'cancelled':
      return texts.cancelled
    case 'failed':
      return state.message ?? texts.error
  }
}

export type UploadActions = {
  readonly canPause: boolean
  /** Resumes after a pause, a failure, or when permission is needed. */
  readonly resumeLabel: 'Resume' | 'Retry' | 'Allow' | 'Finish' | null
  readonly canChooseFile: boolean
  readonly canCancel: boolean
  /** Removes it from the list; nothing is lost. */
  readonly canDismiss: boolean
}

export function uploadActions({ state, blocker }: Pick<UploadItem, 'state' | 'blocker'>): UploadActions {
  const { phase, canRetry } = state
  const isOver = phase === 'finished' || (phase === 'failed' && !canRetry)
  return {
    canPause: blocker === null && (phase === 'uploading' || phase === 'waiting' || phase === 'idle'),
    resumeLabel: resumeLabelFor(phase, canRetry, blocker),
    canChooseFile: blocker === 'file',
    // Once all bytes have arrived, the server continues regardless of this page.
    canCancel: blocker !== 'elsewhere' && !isOver && phase !== 'processing' && phase !== 'accepting',
    canDismiss: isOver,
  }
}

function resumeLabelFor(
  phase: UploadState['phase'],
  canRetry: boolean,
  hold: ResumeBlocker | null,
): UploadActions['resumeLabel'] {
  if (hold === 'permission') return texts.allow
  if (hold === 'unfinished') return texts.finish
  if (hold !== null) return null
  if (phase === 'paused') return texts.resume
  return phase === 'failed' && canRetry ? texts.retry : null
}

/** Bytes are being sent or waiting to be sent. */
export const isSending = ({ state, blocker }: UploadItem): boolean =>
  blocker === null && ['idle', 'uploading', 'waiting', 'accepting'].includes(state.phase)

/** Title of all uploads: 'Uploading 2 recordings, 45 %' */
export function uploadsTitle(items: readonly UploadItem[]): string {
  const under = items.filter(({ state }) => state.phase !== 'finished' && state.phase !== 'failed')
  if (under.length === 0) {
    const failed = items.filter(({ state }) => state.phase === 'failed').length
    return failed > 0 ? texts.uploadFailed : texts.recordingsReady(items.length)
  }
  const bytes = under.reduce((sum, { size }) => sum + size, 0)
  const done = under.reduce((sum, { size, state }) => sum + size * state.percent, 0)
  const percent = bytes > 0 ? Math.floor(done / bytes) : 0
  const isOne = under.length === 1
  // Uploads of an earlier page also count as paused until their file is available again.
  if (under.every(({ state, blocker }) => state.phase === 'paused' && blocker !== 'elsewhere'))
    return `${isOne ? texts.uploadPaused : texts.underCountUploadsPaused(under.length)}, ${percent} %`
  return `${isOne ? texts.uploadingARecording : texts.uploadingUnderCountRecordings(under.length)}, ${percent} %`
}
