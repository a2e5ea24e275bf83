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
