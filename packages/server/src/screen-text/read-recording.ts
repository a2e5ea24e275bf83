/**
 * Reads the text that a recording shows, at the moments at which it may have changed. It can be killed at any point and
 * repeated at any time: what was read is saved every few pictures together with the lines that are on the screen, and
 * the next attempt continues there. Of two attempts at the same time, the newer one saves.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { PermanentFailure, type JobServices } from '../platform/jobs/index.ts'
import { MediaError, MediaToolsMissing, type MediaFile } from '../platform/media/index.ts'
import { OcrError, type Ocr } from '../platform/ocr/index.ts'
import { pickMoments, writePicture } from './sample-recording.ts'
import {
  failReading,
  findReadableVideo,
  releaseReading,
  saveLines,
  saveMoments,
  startReading,
  type Reading,
  type Run,
} from './screen-text.queries.ts'
import { endLines, followLines, type ShownLine, type VisibleLine } from './visible-lines.ts'

/** Limit of one recording. */
const maxPictures = 600
const maxLines = 20_000
/** So much work is lost at most. */
const picturesPerSave = 10
const maxAttempts = 4

type Work = {
  readonly services: Pick<JobServices, 'db' | 'files' | 'media'> & { readonly ocr: Ocr }
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

export async function readRecording(work: Work, videoId: string): Promise<void> {
  const { services, signal, log } = work
  const run: Run = { videoId, runId: randomUUID() }
  const video = await findReadableVideo(services.db, videoId)
  if (video === null) return log('The recording is gone or cannot be played')
  const reading = await startReading(services.db, run)
  if (reading === null) return log('The recording was read')
  try {
    if (reading.attempts > maxAttempts) throw new PermanentFailure('The recording ends its workers')
    const isFound = await services.files.withLocalFile(video.key, (file) =>
      readFile(work, run, reading, { ...video, file: { path: file, container: 'mov' } }),
    )
    if (isFound === null) throw new PermanentFailure('The file is gone')
  } catch (error) {
    if (signal.aborted) await releaseReading(services.db, run)
    else if (isPermanent(error)) {
      await failReading(services.db, run)
      throw error instanceof PermanentFailure ? error : new PermanentFailure(String(error))
    }
    throw error
  }
}

/** Without ffmpeg, a later attempt may succeed. */
const isPermanent = (error: unknown): boolean =>
  error instanceof PermanentFailure ||
  (error instanceof MediaError && error.failure !== 'killed' && !(error instanceof MediaToolsMissing))

type Source = { readonly file: MediaFile; readonly duration: number; readonly width: number; readonly height: number }

async function readFile(work: Work, run: Run, reading: Reading, source: Source): Promise<true> {
  const { services, signal, log } = work
  const tools = await services.media.tools()
  const { file, duration } = source
  let { moments } = reading
  if (moments === null) {
    moments = await pickMoments(file, maxPictures, { tools, duration, signal })
    if (!(await saveMoments(services.db, run, moments))) return superseded(log)
    log(`${moments.length} pictures to read`)
  }
  const left = moments.slice(reading.readCount)
  let state = { visible: reading.visible as readonly VisibleLine[], lineCount: reading.lineCount }
  let lines: ShownLine[] = []
  const save = async (readCount: number): Promise<boolean> => {
    const isDone = readCount === moments.length
    const saved = isDone ? [...lines, ...endLines(state.visible, duration)] : lines
    const kept = saved.slice(0, Math.max(0, maxLines - state.lineCount))
    const { lineCount } = state
    const progress = { readCount, visible: isDone ? [] : state.visible, lineCount, lines: kept, isDone }
    const isCurrent = await runTransaction(services.db, (trx) => saveLines(trx, run, progress))
    state = { ...state, lineCount: lineCount + kept.length }
    lines = []
    return isCurrent
  }
  return services.files.withFolder((folder) =>
    services.ocr.withReader({ folder, signal }, async (read) => {
      const target = path.join(folder, 'picture.png')
      for (const [index, at] of left.entries()) {
        await writePicture(file, { ...source, at, target }, { tools, signal })
        const texts = await read(target).catch((error: unknown) => {
          if (!(error instanceof OcrError)) throw error
          log(`The picture at ${at} ms could not be read`)
          return null
        })
        if (texts !== null) {
          const followed = followLines(
            state.visible,
            texts.map(({ text }) => text),
            at,
          )
          state = { ...state, visible: followed.visible }
          lines.push(...followed.ended)
        }
        const readCount = reading.readCount + index + 1
        const isDue = readCount % picturesPerSave === 0 || readCount === moments.length
        if (isDue && !(await save(readCount))) return superseded(log)
      }
      if (left.length === 0) await save(moments.length)
      log(`${state.lineCount} lines`)
      return true
    }),
  )
}

function superseded(log: Work['log']): true {
  log('Another attempt has begun')
  return true
}
