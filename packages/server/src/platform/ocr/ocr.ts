/**
 * Recognises text in pictures: with the program `tesseract` if the machine has it, which needs half the processor time,
 * otherwise with tesseract.js in a process of its own. Both use our language data, run at low priority without network,
 * and are killed when a picture takes too long.
 */
import { toLines, type RecognizedLine } from '@knowreel/shared/screen-text/recognized-text.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findConfinement } from '../process/confinement.ts'
import { writeLanguageData } from './language-data.ts'
import type { RecognizerOptions } from './recognizer.ts'
import { createProcessRecognizer } from './recognizer-process.ts'
import { createCommandRecognizer, findTesseract } from './tesseract-command.ts'

declare module '../jobs/job.ts' {
  interface JobServices {
    /** Null if it is off. */
    ocr: Ocr | null
  }
}

export type TextReader = (picture: string) => Promise<RecognizedLine[]>

export type Ocr = {
  /** The pictures must be in the folder. Throws OcrError for a picture that cannot be read; the next one may follow. */
  readonly withReader: <Result>(
    options: { readonly folder: string; readonly signal: AbortSignal },
    work: (read: TextReader) => Promise<Result>,
  ) => Promise<Result>
}

/** Less certain results are noise more often than text. */
const minConfidence = 60

type OcrOptions = {
  /** `auto`: the program if there is one. */
  readonly engine?: 'auto' | 'library'
  /** For one picture. */
  readonly timeoutMs?: number
}

export function openOcr({ engine = 'auto', timeoutMs = 60_000 }: OcrOptions = {}): Ocr {
  return {
    async withReader({ folder, signal }, work) {
      const command = engine === 'auto' ? await findTesseract() : null
      const data = await mkdtemp(path.join(os.tmpdir(), 'knowreel-ocr-'))
      try {
        await writeLanguageData(data, command === null)
        const options: RecognizerOptions = {
          pictures: folder,
          data,
          confinement: await findConfinement(),
          timeoutMs,
        }
        const recognizer =
          command === null ? createProcessRecognizer(options) : createCommandRecognizer(command, options)
        try {
          return await work(async (picture) => {
            signal.throwIfAborted()
            return toLines(await recognizer.recognize(picture, signal), { minConfidence })
          })
        } finally {
          await recognizer.close()
        }
      } finally {
        await rm(data, { recursive: true, force: true })
      }
    },
  }
}
