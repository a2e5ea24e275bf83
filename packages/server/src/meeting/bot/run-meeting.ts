/** One bot in one meeting, from the opening of its browser to the end of its upload. */
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { platformNames, type MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { UploadCalls } from '@knowreel/recorder/upload/upload-ports.ts'
import { withTimeout } from '../../platform/process/with-timeout.ts'
import { attend, beginAttendance, type Action, type Attendance, type Seen } from './attend.ts'
import { displayName } from './bot-messages.ts'
import { openBrowser, type BotBrowser } from './browser.ts'
import { CallLog } from './call-log.ts'
import type { Platform, PlatformSession } from './platform/platform.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export type BotMeeting = {
  readonly id: string
  readonly platform: MeetingPlatform
  readonly url: string
  readonly botName: string
  /** The name of the person for whom the bot records. */
  readonly organizer: string
  readonly company: string
}

/** How bots open a browser. */
export type BrowserPaths = { readonly chromiumPath: string; readonly extensionDirectory: string }

export type BotPorts = {
  /** For recordings until they are uploaded, and for what browsers store. */
  readonly spoolDirectory: string
  /** In that directory; removed when the recording is stored. */
  readonly recordingFile: string
  /** False if the meeting does not belong to this bot any more. */
  readonly report: (event: Pick<MeetingEvent, 'type' | 'failure'>) => Promise<boolean>
  readonly saveLog: (log: CallLog) => Promise<void>
  readonly uploadCalls: (mime: string) => UploadCalls
  readonly warn: (error: unknown, message: string) => void
}

const lookEveryMs = 500
const lookMs = 5000
const openMs = 45_000
const actionMs = 5000
const saveLogEveryMs = 15_000

/** Aborting the signal ends the bot as if its browser had ended: what is recorded is kept. Never throws. */
export async function runMeeting(
  platform: Platform,
  paths: BrowserPaths,
  meeting: BotMeeting,
  ports: BotPorts,
  signal: AbortSignal,
): Promise<void> {
  const browser = await startBrowser(paths, ports)
  if (browser === null) {
    await ports.report({ type: 'broke', failure: { code: 'recorder_failed', facts: {} } })
    return
  }
  const log = new CallLog()
  let failed: string | null = null
  const recorder = createRecorder({
    browser,
    spoolFile: ports.recordingFile,
    calls: ports.uploadCalls,
    onFailed: (reason) => (failed ??= reason),
  })
  try {
    const session = openSession(platform, meeting, ports, browser)
    await runCallLoop({ meeting, ports, browser, session, recorder, log, signal, failure: () => failed })
  } finally {
    await recorder.stop()
    await browser.close()
  }
  await ports.saveLog(log).catch((error: unknown) => ports.warn(error, 'The participants could not be stored'))
  const outcome = await recorder.finish()
  if (outcome === 'empty') await ports.report({ type: 'empty' })
  await recorder.close({ keepsFile: outcome === 'failed' })
}

async function startBrowser(paths: BrowserPaths, { warn, spoolDirectory }: BotPorts): Promise<BotBrowser | null> {
  try {
    const profileDirectory = await mkdtemp(path.join(spoolDirectory, 'browser-'))
    return await openBrowser({ ...paths, profileDirectory })
  } catch (error) {
    warn(error, 'The browser of a bot could not be started')
    return null
  }
}

function openSession(
  platform: Platform,
  { url, botName, organizer }: BotMeeting,
  { warn }: BotPorts,
  { page }: BotBrowser,
) {
  const name = displayName(botName, organizer)
  const opening = page.goto(platform.address(url, name), { timeout: openMs, waitUntil: 'commit' })
  // If loading fails, the error page is inspected like any other.
  opening.catch((error: unknown) => warn(error, 'A meeting page could not be opened'))
  return platform.open(page, name)
}

type CallWork = {
  readonly meeting: BotMeeting
  readonly ports: BotPorts
  readonly browser: BotBrowser
  readonly session: PlatformSession
  readonly recorder: Recorder
  readonly log: CallLog
  readonly signal: AbortSignal
  /** Why the recorder failed; null if it did not. */
  readonly failure: () => string | null
}

async function runCallLoop(work: CallWork): Promise<void> {
  const { meeting, ports, browser, session, log, signal, failure } = work
  const { botName, organizer, company, platform } = meeting
  const attendance: Attendance = { botName, organizer, company, platform: platformNames[platform] }
  let isGone = false
  void browser.ended.then(() => (isGone = true))
  // A browser that is killed while it starts may have ended before anybody listened.
  const isOver = () => isGone || signal.aborted || browser.page.isClosed()
  const look = createLook(session)
  let state = beginAttendance(Date.now())
  let savedAt = Date.now()
  while (state.phase !== 'over') {
    const report = failure()
    const seen: Seen = isOver() ? { kind: 'gone' } : report === null ? await look() : { kind: 'recorderFailed', report }
    if (seen.kind === 'inCall') log.see(seen, Date.now())
    const step = attend(attendance, state, seen, Date.now())
    state = step.state
    const outcome = await carryOut(step.actions, work)
    if (outcome === 'superseded') return
    if (outcome !== 'done') {
      const last = attend(attendance, { ...state, phase: 'inCall' }, outcome, Date.now())
      await carryOut(last.actions, work)
      return
    }
    if (Date.now() - savedAt > saveLogEveryMs) {
      savedAt = Date.now()
      await ports.saveLog(log).catch((error: unknown) => ports.warn(error, 'The participants could not be stored'))
    }
    if (state.phase !== 'over') await delay(lookEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** A hanging page is not queried again until it responds. */
function createLook(session: PlatformSession): () => Promise<Seen> {
  let pending: Promise<Seen> | null = null
  return async () => {
    pending ??= session
      .look()
      // While a page is replaced by the next one, it cannot be read.
      .catch((): Seen => ({ kind: 'loading' }))
      .finally(() => (pending = null))
    return withTimeout(pending, lookMs).catch((): Seen => ({ kind: 'frozen' }))
  }
}

/** `superseded`: another bot or the end of the meeting's time came first. */
async function carryOut(
  actions: readonly Action[],
  { ports, session, recorder, log }: CallWork,
): Promise<'done' | 'superseded' | Extract<Seen, { kind: 'recorderFailed' }>> {
  for (const action of actions) {
    switch (action.do) {
      case 'enter':
        await withTimeout(session.enter(), actionMs).catch((error: unknown) =>
          ports.warn(error, 'A bot could not join'),
        )
        break
      case 'say':
        await withTimeout(session.say(action.text), actionMs).catch(() => undefined)
        break
      case 'startRecording':
        try {
          await recorder.start()
          log.startRecording(Date.now())
        } catch (error) {
          ports.warn(error, 'A recording could not be started')
          const [report = ''] = String(error).split('\n')
          return { kind: 'recorderFailed', report: report.slice(0, 200) }
        }
        break
      case 'stopRecording':
        await recorder.stop()
        break
      case 'report':
        if (!(await ports.report(action.event))) return 'superseded'
        break
      case 'leave':
        await withTimeout(session.leave(), actionMs).catch(() => undefined)
        break
    }
  }
  return 'done'
}
