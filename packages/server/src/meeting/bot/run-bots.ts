/**
 * The role `bot`: claims meetings that are due and sends a browser to each, in parallel. A process whose heartbeat
 * fails leaves its meetings before another process may claim them, so a meeting never has two bots.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { platformNames } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { heartbeat, type MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { BaseLogger } from 'pino'
import type { Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { findOwner } from '../after/accept-recording.ts'
import { findBotOf } from '../config/bot-config.queries.ts'
import { applyMeetingEvent } from '../state/apply-event.ts'
import {
  endHeartbeat,
  findNames,
  lockDueMeeting,
  resetRecording,
  saveHeartbeat,
  saveMeetingRecord,
  type DueMeeting,
} from './bot.queries.ts'
import type { BotMeeting, BotPorts } from './run-meeting.ts'
import { uploadCalls, type UploadServices } from './recording-upload.ts'
import type { Recoverer } from './spool/recover-recordings.ts'
import type { SpoolFolder } from './spool/spool-folder.ts'

/** Attends a meeting from its beginning to the end of its upload. */
export type MeetingRunner = (meeting: Claimed, ports: BotPorts, signal: AbortSignal) => Promise<void>

export type BotServices = UploadServices & {
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** The services that have a bot here. */
  readonly runners: Readonly<Partial<Record<MeetingPlatform, MeetingRunner>>>
  /** For recordings until they are uploaded, and for what browsers store. */
  readonly spool: SpoolFolder
  readonly recoverer: Recoverer
  readonly concurrency: number
}

type Claimed = BotMeeting & { readonly attempt: number; readonly companyId: string; readonly organizerId: string }

const claimEveryMs = 2000
const recoverEveryMs = 10_000
/** Two thirds of the time after which it counts as lost. */
const fenceMs = 60_000
const stopMs = 20_000
const reportTimeoutMs = 60_000

export type RunningBots = {
  /** Ends all bots, keeps what they recorded, and resolves when their browsers are gone. */
  stop(): Promise<void>
}

export async function startBots(services: BotServices): Promise<RunningBots> {
  const { log, spool, recoverer, concurrency } = services
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  const runOne = async (claimed: Claimed) => {
    try {
      // Another machine treats a folder in which nothing has happened for long as abandoned.
      await spool.prepare()
      await attendMeeting(services, claimed, stopping.signal)
    } catch (error) {
      log.error({ err: error, meetingId: claimed.id }, 'A bot failed')
    }
  }
  const claimAll = async () => {
    while (running.size < concurrency && !stopping.signal.aborted) {
      const claimed = await claim(services)
      if (claimed === null) return
      const run = runOne(claimed).finally(() => running.delete(run))
      running.add(run)
    }
  }
  const loop = async () => {
    let recoveredAt = -Infinity
    while (!stopping.signal.aborted) {
      if (performance.now() - recoveredAt > recoverEveryMs) {
        recoveredAt = performance.now()
        void recoverer.recover()
      }
      await claimAll().catch((error: unknown) => log.error({ err: error }, 'No meetings could be claimed'))
      await delay(claimEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      await looping
      await Promise.race([Promise.all(running), delay(stopMs, undefined, { ref: false })])
    },
  }
}

/** The next meeting that is due. Meetings to which no bot can go fail. Null: none is due. */
export async function claim(services: BotServices, now = new Date()): Promise<Claimed | null> {
  for (;;) {
    const claimed = await runTransaction(services.db, async (trx) => {
      const due = await lockDueMeeting(trx, now)
      return due === null ? null : claimMeeting(services, trx, due, now)
    })
    if (claimed !== 'refused') return claimed
  }
}

async function claimMeeting(
  { runners }: BotServices,
  trx: Trx,
  due: DueMeeting,
  now: Date,
): Promise<Claimed | 'refused' | null> {
  const { id, companyId, organizerId, platform, url } = due
  const refuse = async (failure: NonNullable<MeetingEvent['failure']>) => {
    await applyMeetingEvent(trx, id, { type: 'refused', failure }, now)
    return 'refused' as const
  }
  if (runners[platform] === undefined)
    return refuse({ code: 'platform_unsupported', facts: { platform: platformNames[platform] } })
  if ((await findOwner(trx, { organizerId, companyId })) === null)
    return refuse({ code: 'organizer_inactive', facts: {} })
  const bot = await findBotOf(trx, { meetingId: id, organizerId, companyId })
  const names = await findNames(trx, { organizerId, companyId })
  const applied = await applyMeetingEvent(trx, id, { type: 'claimed' }, now)
  if (applied === null) return null
  await resetRecording(trx, id)
  return { id, platform, url, companyId, organizerId, attempt: applied.after.attempt, botName: bot.name, ...names }
}

async function attendMeeting(services: BotServices, claimed: Claimed, stopping: AbortSignal): Promise<void> {
  const { db, log, runners, spool } = services
  const run = runners[claimed.platform]
  if (run === undefined) return
  const own = new AbortController()
  const end = () => own.abort()
  stopping.addEventListener('abort', end, { once: true })
  const beat = beatWhileAlive(services, claimed, end)
  log.info({ meetingId: claimed.id, attempt: claimed.attempt }, 'A bot goes to a meeting')
  try {
    await run(
      claimed,
      {
        spoolDirectory: spool.directory,
        recordingFile: spool.recordingFile(claimed),
        report: (event) => reportEvent(services, claimed, toEvent(event, stopping.aborted)),
        saveLog: ({ participants, speakers }) => saveMeetingRecord(db, claimed.id, { participants, speakers }),
        uploadCalls: (mime) => uploadCalls(services, claimed, mime),
        warn: (error, message) => log.warn({ err: error, meetingId: claimed.id }, message),
      },
      own.signal,
    )
  } finally {
    clearInterval(beat)
    stopping.removeEventListener('abort', end)
    // Data that could not be sent is still there, and is sent again.
    await spool.release(claimed)
  }
  log.info({ meetingId: claimed.id, attempt: claimed.attempt }, 'A bot has left its meeting')
}

/** Another process claims the meetings of a process that is stopped. */
const toEvent = (event: Pick<MeetingEvent, 'type' | 'failure'>, isStopping: boolean): MeetingEvent =>
  isStopping && event.type === 'broke' ? { type: 'botLost' } : event

/** The heartbeat of this bot; `end` is called when it must leave. */
function beatWhileAlive({ db, log }: BotServices, claimed: Claimed, end: () => void): NodeJS.Timeout {
  let reportedAt = Date.now()
  const report = async () => {
    try {
      if (!(await saveHeartbeat(db, claimed))) end()
      else reportedAt = Date.now()
    } catch (error) {
      log.warn({ err: error, meetingId: claimed.id }, 'The heartbeat of a bot could not be saved')
    }
    if (Date.now() - reportedAt > fenceMs) end()
  }
  return setInterval(() => void report(), heartbeat.everyMs)
}

/** Tries for a minute. False if the event changed nothing, because the meeting has another state or bot. */
async function reportEvent({ db, log }: BotServices, { id, attempt }: Claimed, event: MeetingEvent): Promise<boolean> {
  const until = Date.now() + reportTimeoutMs
  for (;;) {
    try {
      return await runTransaction(db, async (trx) => {
        const applied = await applyMeetingEvent(trx, id, { ...event, attempt })
        // Only what is being recorded or uploaded still needs a bot.
        if (applied !== null && applied.after.deadlineAt === null) await endHeartbeat(trx, id)
        return applied !== null
      })
    } catch (error) {
      log.warn({ err: error, meetingId: id }, 'A bot could not report what happened')
      if (Date.now() > until) return false
      await delay(2000)
    }
  }
}
