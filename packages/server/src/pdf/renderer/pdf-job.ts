/** What the process that sets documents is told, in `job.json` of its folder. */
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { PrintedHead } from '../printed.ts'

export type PdfJob = {
  readonly note: NoteJson
  readonly head: Omit<PrintedHead, 'language' | 'dir'>
  /** Without a slash at the end. */
  readonly publicAddress: string
  /** Key of a picture and its file in the folder. */
  readonly pictures: readonly (readonly [string, string])[]
}

export const JOB_FILE = 'job.json'
export const PDF_FILE = 'document.pdf'

/** How far it is, a line of standard output each. */
export const stages = ['pictures', 'layout', 'file'] as const
export type Stage = (typeof stages)[number]

/** The line that says that the process has read all it can before it has a document. */
export const READY = 'ready'
/** Before the letters that no font has, as their code points. */
export const MISSING = 'missing'
/** What stands in the list of processes while a document is set. */
export const WORKING_TITLE = 'knowreel: setting a PDF'
