import type { RecognizedWord } from '@knowreel/shared/screen-text/recognized-text.ts'

/** Reads pictures of one folder, one after the other. */
export type Recognizer = {
  /** Words of the lines of a picture. Throws OcrError. */
  readonly recognize: (picture: string, signal: AbortSignal) => Promise<RecognizedWord[][]>
  readonly close: () => Promise<void>
}

export type RecognizerOptions = {
  /** Contains the pictures. */
  readonly pictures: string
  readonly data: string
  readonly confinement: readonly string[]
  readonly timeoutMs: number
}

/** The picture is at fault, or the machine too busy for it. */
export class OcrError extends Error {
  override name = 'OcrError'
}
