/**
 * Finishes recordings that killed bots left in the spool of this machine. It joins no call: the process that finds a
 * recording claims its attempt, saves its heartbeat, sends what the server does not have, and removes the file.
 */
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileSource } from '@knowreel/recorder/upload/upload-source.ts'
import { heartbeat, phaseLimits } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { BaseLogger } from 'pino'
import { runTransaction } from '../../../platform/database/run-transaction.ts'
import { listStoredParts } from '../../../video/index.ts'
import { acceptRecording, findOwner } from '../../after/accept-recording.ts'
import { findRecordedMeeting, type RecordedMeeting } from '../../after/recording.queries.ts'
import { applyMeetingEvent } from '../../state/apply-event.ts'
import { lockMeeting } from '../../state/meeting-state.queries.ts'
import { saveHeartbeat } from '../bot.queries.ts'
import { createRecordingUpload, uploadCalls, type UploadServices } from '../recording-upload.ts'
import type { SpooledRecording, SpoolFolder } from './spool-folder.ts'

export type RecoverServices = UploadServices & {
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  readonly spool: SpoolFolder
}

export type Recoverer = {
  /** Resolves when everything that was found is finished or has failed for now; never throws. */
  recover(): Promise<void>
  /** Leaves unfinished recordings for the next process. */
  stop(): Promise<void>
}

const stopMs = 5000
/** Half of the time that a meeting may be uploaded. */
const giveUpAfterMs = phaseLimits.uploading / 2

export function createRecoverer(services: RecoverServices): Recoverer {
  const { log, spool } = services
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const recoverOne = async (recording: SpooledRecording) => {
    try {
      await finishRecording(services, recording, stopping.signal)
    } catch (error) {
      log.warn({ err: error, meetingId: recording.meetingId }, 'A recording could not be finished from its spool yet')
    }
  }
  return {
    async recover() {
      if (stopping.signal.aborted) return
      try {
        for (const recording of await spool.adopt()) {
          if (running.has(recording.file)) continue
          running.set(
            recording.file,
            recoverOne(recording).finally(() => running.delete(recording.file)),
          )
        }
      } catch (error) {
        log.warn({ err: error }, 'What killed bots left could not be read')
      }
      await Promise.all(running.values())
    },
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all(running.values()), delay(stopMs, undefined, { ref: false })])
    },
  }
}

async function finishRecording(
  services: RecoverServices,
  { meetingId, attempt, file }: SpooledRecording,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log } = services
  const claimed = await claimRecording(services, { id: meetingId, attempt })
  // It is stored already, or it belongs to another attempt.
  if (claimed === null) return rm(file, { force: true })
  log.info({ meetingId, attempt }, 'A recording is finished from its spool')
  const own = new AbortController()
  const signal = AbortSignal.any([stopping, own.signal])
  const beat = setInterval(() => {
    // A failed report is repeated; the server decides when the recording counts as lost.
    void saveHeartbeat(db, { id: meetingId, attempt }).then(
      (isOurs) => !isOurs && own.abort(),
      () => undefined,
    )
  }, heartbeat.everyMs)
  try {
    if (await store(services, claimed, file, signal)) await rm(file, { force: true })
  } finally {
    clearInterval(beat)
  }
}

type ClaimedRecording = { readonly meeting: RecordedMeeting; readonly uploadingSince: Date }

/** Null if nobody waits for the recording of this attempt. */
const claimRecording = (
  { db }: RecoverServices,
  bot: { readonly id: string; readonly attempt: number },
): Promise<ClaimedRecording | null> =>
  runTransaction(db, async (trx) => {
    const before = await lockMeeting(trx, bot.id)
    if (before?.phase === 'recording') await applyMeetingEvent(trx, bot.id, { type: 'botLost', attempt: bot.attempt })
    if (!(await saveHeartbeat(trx, bot, ['uploading']))) return null
    const meeting = await findRecordedMeeting(trx, bot.id)
    const uploadingSince = before?.phase === 'uploading' ? before.phaseSince : new Date()
    return meeting && { meeting, uploadingSince }
  })

/** True if the server needs nothing more of it. */
async function store(
  services: RecoverServices,
  { meeting, uploadingSince }: ClaimedRecording,
  file: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = services
  const parts = meeting.firstPartId === null ? [] : await listStoredParts(db, meeting.firstPartId)
  const blob = await openAsBlob(file)
  if ((blob.size === 0 && parts.length === 0) || (await findOwner(db, meeting)) === null) {
    await acceptRecording(services, meeting.id, { parts: [], mime: null })
    return true
  }
  const mime = meeting.mime ?? 'application/octet-stream'
  const upload = createRecordingUpload({ ...fileSource(blob, ''), mime }, uploadCalls(services, meeting, mime), parts)
  const pause = () => void upload.pause()
  signal.addEventListener('abort', pause, { once: true })
  if (signal.aborted) return false
  const { phase } = await upload.run()
  signal.removeEventListener('abort', pause)
  if (phase === 'finished') return true
  if (signal.aborted || Date.now() - uploadingSince.getTime() < giveUpAfterMs) return false
  const { firstPartId } = (await findRecordedMeeting(db, meeting.id)) ?? meeting
  const stored = firstPartId === null ? [] : await listStoredParts(db, firstPartId)
  // The beginning is better than nothing, which is what the deadline of the phase leaves.
  if (stored.length > 0) await acceptRecording(services, meeting.id, { parts: stored.map(({ id }) => id), mime })
  return stored.length > 0
}
