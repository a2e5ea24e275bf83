/**
 * A meeting that a provider's bot attends: the same events as those of our own bots, from what the provider reports.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { platformNames } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { phaseLimits, type MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { announcementOf, asksToStop, displayName, farewell } from '../bot-messages.ts'
import { CallLog } from '../call-log.ts'
import { createRecordingUpload } from '../recording-upload.ts'
import type { BotMeeting, BotPorts } from '../run-meeting.ts'
import { openSpool } from '../spool/spool-source.ts'
import type { MeetingProvider, ProvidedView } from './meeting-provider.ts'

export type ProviderTimes = {
  readonly lookEveryMs: number
  readonly failedAfterMs: number
  readonly recordingWithinMs: number
}

const usualTimes: ProviderTimes = { lookEveryMs: 2000, failedAfterMs: 60_000, recordingWithinMs: 30 * 60_000 }

type End = Pick<MeetingEvent, 'type' | 'failure'>

/** Aborting the signal lets the provider's bot leave. Never throws. */
export async function runProvided(
  provider: MeetingProvider,
  meeting: BotMeeting & { readonly attempt: number },
  ports: BotPorts,
  signal: AbortSignal,
  times: ProviderTimes = usualTimes,
): Promise<void> {
  const botId = await sendBot(provider, meeting, ports)
  if (botId === null) return
  const { isRecorded } = await follow({ provider, meeting, ports, signal, times, botId })
  if (isRecorded) await fetchRecording({ provider, meeting, ports, times, botId })
}

type Followed = {
  readonly provider: MeetingProvider
  readonly meeting: BotMeeting
  readonly ports: BotPorts
  readonly times: ProviderTimes
  readonly botId: string
}

const failed = (error: unknown): End => ({
  type: 'broke',
  failure: { code: 'provider_failed', facts: { report: String(error).slice(0, 200) } },
})

async function sendBot(
  provider: MeetingProvider,
  meeting: BotMeeting & { readonly attempt: number },
  ports: BotPorts,
): Promise<string | null> {
  try {
    return await provider.send({
      key: `${meeting.id}-${meeting.attempt}`,
      url: meeting.url,
      name: displayName(meeting.botName, meeting.organizer),
      announcement: announcementOf(meeting),
    })
  } catch (error) {
    ports.warn(error, 'The provider sent no bot')
    await ports.report(failed(error))
    return null
  }
}

async function follow({ provider, meeting, ports, signal, times, botId }: Followed & { readonly signal: AbortSignal }) {
  const { botName, platform } = meeting
  const facts = { botName, platform: platformNames[platform] }
  const log = new CallLog()
  let phase = 'joining' as keyof typeof phaseLimits
  let since = Date.now()
  let seenAt = Date.now()
  const enter = async (next: typeof phase, event: MeetingEvent['type']): Promise<boolean> => {
    if (phase === next) return true
    phase = next
    since = Date.now()
    return ports.report({ type: event })
  }
  const end = async ({ type, failure }: End) => {
    await provider.leave(botId).catch(() => undefined)
    await ports.report({ type, ...(failure && { failure: { ...failure, facts: { ...facts, ...failure.facts } } }) })
    await ports.saveLog(log).catch((error: unknown) => ports.warn(error, 'The participants could not be stored'))
    return { isRecorded: phase === 'recording' }
  }
  for (;;) {
    if (signal.aborted) return end({ type: 'broke', failure: { code: 'bot_failed', facts: {} } })
    const view = await provider.look(botId).catch((error: unknown) => {
      ports.warn(error, 'The provider did not answer')
      return null
    })
    if (view !== null) seenAt = Date.now()
    else if (Date.now() - seenAt > times.failedAfterMs) return end(failed('it does not answer'))
    if (view?.kind === 'over') return end(view.end)
    if (view !== null && !(await advance(view, phase, enter))) return end({ type: 'ended' })
    if (phase === 'recording' || phase === 'inCall') {
      const people = await provider.participants(botId).catch(() => [])
      log.see({ kind: 'inCall', others: people, messages: [], speakers: [] }, Date.now())
      const messages = await provider.messages(botId).catch(() => [])
      if (messages.some(({ text }) => asksToStop(text))) {
        await provider.say(botId, farewell).catch(() => undefined)
        return end(
          phase === 'recording' ? { type: 'ended' } : { type: 'refused', failure: { code: 'objected', facts: {} } },
        )
      }
    }
    if (Date.now() - since > phaseLimits[phase]) return end({ type: 'timedOut' })
    await delay(times.lookEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** False if the meeting does not belong to this bot any more. */
async function advance(
  view: Exclude<ProvidedView, { kind: 'over' }>,
  phase: keyof typeof phaseLimits,
  enter: (phase: 'waiting' | 'inCall' | 'recording', event: MeetingEvent['type']) => Promise<boolean>,
): Promise<boolean> {
  if (view.kind === 'lobby') return enter('waiting', 'lobby')
  if (view.kind === 'inCall') return enter('inCall', 'admitted')
  if (view.kind === 'recording' && phase !== 'recording')
    return (await enter('inCall', 'admitted')) && (await enter('recording', 'recordingStarted'))
  return true
}

async function fetchRecording({ provider, meeting, ports, times, botId }: Followed): Promise<void> {
  const until = Date.now() + times.recordingWithinMs
  let url: string | null = null
  while (url === null && Date.now() < until) {
    url = await provider.recordingUrl(botId).catch(() => null)
    if (url === null) await delay(times.lookEveryMs)
  }
  if (url === null) {
    await ports.report({
      type: 'empty',
      failure: { code: 'provider_failed', facts: { report: 'there is no recording' } },
    })
    return
  }
  const spool = await openSpool(path.join(ports.spoolDirectory, `${meeting.id}.download`))
  try {
    const response = await fetch(url)
    if (!response.ok || response.body === null) throw new Error(`The recording was answered with ${response.status}`)
    const mime = response.headers.get('content-type') ?? 'video/mp4'
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      await spool.append(Buffer.from(chunk))
    spool.end()
    const { phase } = await createRecordingUpload({ ...spool, mime }, ports.uploadCalls(mime)).run()
    // Only what is stored here may be deleted there.
    if (phase === 'finished')
      await provider.forget(botId).catch((error: unknown) => ports.warn(error, 'The provider keeps a recording'))
  } catch (error) {
    ports.warn(error, 'A recording could not be fetched from the provider')
  } finally {
    await spool.remove()
  }
}
