/** What the uploader needs of the world around it; browser-ports.ts has it for pages, tests bring their own. */
import type { CallAnswer } from '@knowreel/shared/catalogue/call.ts'
import type { videoUploadCalls } from '@knowreel/shared/video/video-upload.calls.ts'

type Answer<Name extends keyof typeof videoUploadCalls> = CallAnswer<(typeof videoUploadCalls)[Name]>

/** The calls of the catalogue. A refusal is thrown with its `status`; anything without one counts as a lost line. */
export type UploadCalls = {
  url(query: { after?: string; id?: string }, signal: AbortSignal): Promise<Answer<'url'>>
  accept(
    body: { parts: string[]; articleId?: string; name?: string; mime?: string },
    signal: AbortSignal,
  ): Promise<Answer<'accept'>>
  status(id: string, signal: AbortSignal): Promise<Answer<'status'>>
}

export type PartAnswer = {
  readonly status: number
  /** Of a refusal. */
  readonly code: string | null
}

/** Puts bytes to the address of a part. Throws when the line breaks. */
export type PartTransport = {
  put(
    url: string,
    body: Blob,
    headers: Readonly<Record<string, string>>,
    options: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
  ): Promise<PartAnswer>
  /** Bytes that last. */
  head(
    url: string,
    signal: AbortSignal,
  ): Promise<PartAnswer & { readonly offset: number; readonly isComplete: boolean }>
}

export type Connection = {
  isOnline(): boolean
  /** Ends when the line comes back (not when it is there already), or with the signal. */
  cameBack(signal: AbortSignal): Promise<void>
}

/** What is needed to go on after the page was closed. */
export type JournalEntry = {
  readonly id: string
  /** Whose upload it is: entries of another account or company are not shown. */
  readonly owner: string
  readonly name: string
  readonly mime: string
  /** Bytes; null while a recording still grows. */
  readonly size: number | null
  /** Of the file, to know it again; null for a recording. */
  readonly fingerprint: string | null
  readonly articleId: string | null
  /** Complete parts in their order. */
  readonly parts: readonly { readonly id: string; readonly size: number }[]
  /** The one that was being sent. */
  readonly current: { readonly id: string; readonly size: number } | null
  readonly acceptId: string | null
  /** Where the browser lets a page keep it: a FileSystemFileHandle. */
  readonly handle: unknown
  /** What the page wants to know of it again; anything that can be cloned. */
  readonly context: unknown
  /** Milliseconds since 1970. */
  readonly updatedAt: number
}

export type UploadJournal = {
  save(entry: JournalEntry): Promise<void>
  remove(id: string): Promise<void>
  /** Not older than parts are kept. */
  list(owner: string): Promise<JournalEntry[]>
  /** Of all owners. */
  ids(): Promise<string[]>
}
