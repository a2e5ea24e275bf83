/** The input of the renderer process, in `job.json` of its folder. */
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { PrintedHead } from '../printed.ts'

export type PdfJob = {
  readonly note: NoteJson
  readonly head: Omit<PrintedHead, 'language' | 'dir'>
  /** Without a trailing slash. */
  readonly publicAddress: string
  /** The key of an image and its file in the folder. */
  readonly pictures: readonly (readonly [string, string])[]
}

export const JOB_FILE = 'job.json'
export const PDF_FILE = 'document.pdf'

/** Progress, one line of standard output per stage. */
export const stages = ['pictures', 'layout', 'file'] as const
export type Stage = (typeof stages)[number]

/** The line that reports that the process has loaded everything it can before it has a document. */
export const READY = 'ready'
/** Precedes the characters that no font has, as their code points. */
export const MISSING = 'missing'
/** The process title while a document is rendered. */
export const WORKING_TITLE = 'knowreel: setting a PDF'
