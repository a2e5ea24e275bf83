/** Runs the program `tesseract` for each picture. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { textLanguages } from '@knowreel/shared/screen-text/text-languages.ts'
import type { RecognizedWord } from '@knowreel/shared/screen-text/recognized-text.ts'
import { commandArguments } from '../media/index.ts'
import { bareEnvironment, limitedCommand } from '../process/limited-command.ts'
import { OcrError, type Recognizer, type RecognizerOptions } from './recognizer.ts'

const execute = promisify(execFile)
const maxOutputBytes = 10_000_000
const memoryKilobytes = 2 * 1024 * 1024
/** Older ones do not read our language data. */
const minVersion = 5

export async function findTesseract(): Promise<string | null> {
  const found = await execute('tesseract', ['--version'], { timeout: 10_000 }).catch(() => null)
  const version = /tesseract v?(\d+)\./.exec(`${found?.stdout}${found?.stderr}`)?.[1]
  return Number(version ?? 0) >= minVersion ? 'tesseract' : null
}

export function createCommandRecognizer(
  command: string,
  { data, confinement, timeoutMs }: RecognizerOptions,
): Recognizer {
  return {
    async recognize(picture, signal) {
      try {
        const { stdout } = await execute(
          '/bin/sh',
          [
            ...limitedCommand({
              addressSpaceKilobytes: memoryKilobytes,
              cpuSeconds: Math.ceil(timeoutMs / 1000),
              fileBlocks: 0,
              niceness: 15,
            }),
            ...confinement,
            ...commandArguments`${command} ${picture} stdout --tessdata-dir ${data} -l ${textLanguages.join('+')}`,
            ...commandArguments`--psm 3 -c tessedit_create_tsv=1`,
          ],
          {
            cwd: data,
            env: { ...bareEnvironment(), OMP_THREAD_LIMIT: '1' },
            timeout: timeoutMs,
            killSignal: 'SIGKILL',
            maxBuffer: maxOutputBytes,
            signal,
          },
        )
        return readTable(stdout)
      } catch (error) {
        signal.throwIfAborted()
        throw new OcrError('The picture could not be read', { cause: error })
      }
    },
    close: async () => undefined,
  }
}

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function readTable(table: string): RecognizedWord[][] {
  const lines = new Map<string, RecognizedWord[]>()
  for (const row of table.split('\n')) {
    const cells = row.split('\t')
    const [left = 0, top = 0, width = 0, height = 0, confidence = -1] = cells.slice(6, 11).map(Number)
    const text = cells[11]
    if (cells[0] !== '5' || text === undefined || text.trim() === '') continue
    const key = cells.slice(1, 5).join(' ')
    const words = lines.get(key) ?? []
    lines.set(key, words)
    words.push({ text, confidence, box: { left, top, right: left + width, bottom: top + height } })
  }
  return [...lines.values()]
}
