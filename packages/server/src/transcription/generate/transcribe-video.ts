/**
 * One attempt at transcribing a recording. It can be killed at any point and repeated at any time:
 *
 *     none | done | failed → (requested) waiting → running → done | failed
 *
 * The words that exist stay readable until the new ones replace them, in one transaction that commits only while the
 * attempt is still the current one. Until a first transcript is done, people read the words so far. Cancelling reassigns
 * the row; the attempt stops within half a second.
 */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { applyEdits, type Word } from '@knowreel/shared/transcription/transcript.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { PermanentFailure, type JobServices } from '../../platform/jobs/index.ts'
import { SpeechFault, type Speech } from '../engine/speech-engine.ts'
import { toStoredWords } from '../stored-words.ts'
import { addSpeakerNames, deleteEdits, listEdits } from '../transcription.queries.ts'
import {
  endRun,
  failRun,
  findTranscribedVideo,
  isCurrentRun,
  lockRun,
  releaseRun,
  saveRunProgress,
  startRun,
} from './generation.queries.ts'

const maxAttempts = 3
const checkMs = 400

type Work = {
  readonly videoId: string
  readonly services: Pick<JobServices, 'db' | 'files' | 'media' | 'speech' | 'onTranscribed' | 'nameSpeakers'>
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

export async function transcribe({ videoId, services, signal, log }: Work): Promise<void> {
  const { db } = services
  const run = { videoId, runId: newId() }
  const started = await startRun(db, run)
  if (started === null) return log('Nothing is to be transcribed')
  if (started.attempts > maxAttempts) return giveUp('its attempts are used up')
  const stopping = new AbortController()
  const watch = watchRun()
  try {
    const speech = await recognise(AbortSignal.any([signal, stopping.signal]))
    await save(speech)
  } catch (error) {
    if (signal.aborted) {
      await releaseRun(db, run, false)
      throw error
    }
    if (stopping.signal.aborted) return log('Cancelled')
    if (started.attempts >= maxAttempts || (error instanceof SpeechFault && error.isPermanent)) return giveUp(error)
    await releaseRun(db, run, true)
    throw error
  } finally {
    clearInterval(watch)
  }

  async function recognise(running: AbortSignal): Promise<Speech & { engine: string | null }> {
    const video = await findTranscribedVideo(db, videoId)
    if (video === null || video.audioKey === null) return { words: [], language: null, engine: null }
    const engine = services.speech.engineFor(video.isAiEnabled)
    const tools = await services.media.tools()
    let percent = 0
    let heard: readonly Word[] = []
    let savedCount = 0
    const saveProgress = () => {
      // Each save writes all of them, so that a few more are not worth one.
      const isWorthSaving = heard.length > savedCount * 1.1
      if (isWorthSaving) savedCount = heard.length
      const partial = isWorthSaving ? toStoredWords(heard) : null
      saveRunProgress(db, run, { progress: percent, partial }).catch(() => undefined)
    }
    const progress = setInterval(saveProgress, 1000)
    try {
      const speech = await services.files.withLocalFile(video.audioKey, (audio) =>
        engine.transcribe({
          audio,
          duration: video.duration,
          language: started?.language ?? null,
          tools,
          signal: running,
          onProgress: (now) => (percent = Math.min(99, Math.floor(now))),
          onWords(words) {
            heard = words
            if (savedCount === 0) saveProgress()
          },
        }),
      )
      if (speech === null) throw new SpeechFault('engine_failed', 'the sound is gone', true)
      return { ...speech, engine: engine.name }
    } finally {
      clearInterval(progress)
    }
  }

  async function save({ words: recognised, language, engine }: Awaited<ReturnType<typeof recognise>>): Promise<void> {
    const { words, names } = (await services.nameSpeakers(db, videoId, recognised)) ?? { words: recognised, names: [] }
    await runTransaction(db, async (trx) => {
      const current = await lockRun(trx, run)
      if (current === null) return
      if (!current.keepsEdits) await deleteEdits(trx, videoId)
      const edits = current.keepsEdits ? await listEdits(trx, videoId) : []
      const heard = toStoredWords(words)
      const edited = edits.length === 0 ? heard : toStoredWords(applyEdits(words, edits))
      await addSpeakerNames(
        trx,
        names.map((name) => ({ videoId, ...name })),
      )
      await endRun(trx, run, { heard, words: edited, language, engine })
      await services.onTranscribed(trx, videoId)
    })
  }

  /** Aborts the work when the row belongs to it no longer. */
  function watchRun(): NodeJS.Timeout {
    return setInterval(() => {
      isCurrentRun(db, run).then(
        (isCurrent) => !isCurrent && stopping.abort(),
        () => undefined,
      )
    }, checkMs)
  }

  async function giveUp(reason: unknown): Promise<never> {
    const fault = reason instanceof SpeechFault ? reason : new SpeechFault('engine_failed')
    await failRun(db, run, fault.forPeople)
    throw new PermanentFailure(`transcription: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}
