/** The dependencies of the uploader; browser-ports.ts implements them for pages, tests provide their own. */
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import type { videoUploadCalls } from '@knowreel/shared/video/upload/video-upload.calls.ts'

type ResponseOf<Name extends keyof typeof videoUploadCalls> = CallResponse<(typeof videoUploadCalls)[Name]>

/**
 * The calls of the catalogue. A refusal is thrown with its `status`; an error without one counts as a lost connection.
 */
export type UploadCalls = {
  url(query: { after?: string; id?: string }, signal: AbortSignal): Promise<ResponseOf<'url'>>
  accept(
    body: {
      parts: string[]
      articleId?: string
      name?: string
      mime?: string
      marks?: RecordingMark[]
      hints?: StepHint[]
    },
    signal: AbortSignal,
  ): Promise<ResponseOf<'accept'>>
  status(id: string, signal: AbortSignal): Promise<ResponseOf<'status'>>
}

export type PartResponse = {
  readonly status: number
  /** Set for a refusal. */
  readonly code: string | null
}

/** Sends bytes to the URL of a part. Throws when the connection breaks. */
export type PartTransport = {
  put(
    url: string,
    body: Blob,
    headers: Readonly<Record<string, string>>,
    options: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
  ): Promise<PartResponse>
  /** Queries how many bytes are stored. */
  head(
    url: string,
    signal: AbortSignal,
  ): Promise<PartResponse & { readonly offset: number; readonly isComplete: boolean }>
}

export type Connection = {
  isOnline(): boolean
  /** Resolves when the connection comes back (not if it is there already), or when the signal aborts. */
  waitForReconnect(signal: AbortSignal): Promise<void>
}

/** Everything needed to resume after the page was closed. */
export type JournalEntry = {
  readonly id: string
  /** The account and company it belongs to; entries of others are not shown. */
  readonly owner: string
  readonly name: string
  readonly mime: string
  /** In bytes; null while a recording is still growing. */
  readonly size: number | null
  /** Identifies the file when it is chosen again; null for a live recording. */
  readonly fingerprint: string | null
  readonly articleId: string | null
  /** Complete parts in order. */
  readonly parts: readonly { readonly id: string; readonly size: number }[]
  /** The part that was being sent. */
  readonly current: { readonly id: string; readonly size: number } | null
  readonly acceptId: string | null
  /** Where the author of a live recording marked paragraphs; null for a file. */
  readonly marks: readonly RecordingMark[] | null
  /** Clicks and navigations while recording; absent in entries of pages. */
  readonly hints?: readonly StepHint[]
  /** A FileSystemFileHandle, if the browser supports it. */
  readonly handle: unknown
  /** State that the page needs when it resumes; any cloneable value. */
  readonly context: unknown
  /** In milliseconds since 1970. */
  readonly updatedAt: number
}

export type UploadJournal = {
  save(entry: JournalEntry): Promise<void>
  remove(id: string): Promise<void>
  /** Only entries whose parts the server still keeps. */
  list(owner: string): Promise<JournalEntry[]>
  /** The uploads of all owners. */
  listIds(): Promise<string[]>
}
