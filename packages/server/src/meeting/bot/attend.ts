/**
 * The decisions of a bot about what it sees, as a pure function: whether it waits, announces itself, records, stops or
 * leaves. The runner looks at the page twice a second and carries the actions out in their order.
 */
import type { FailureFacts } from '@knowreel/shared/meeting/meeting-failures.ts'
import { phaseLimits, type MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { announcementOf, asksToStop, farewell, isSaid } from './bot-messages.ts'
import type { PageView, Person } from './platform/platform.ts'

export type Attendance = {
  readonly botName: string
  /** As it is written. */
  readonly platform: string
  /** For whom the bot records. */
  readonly organizer: string
  readonly company: string
}

export type Seen =
  | PageView
  /** The page did not answer. */
  | { readonly kind: 'frozen' }
  /** The browser ended. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'recorderFailed'; readonly report: string }

export type Action =
  | { readonly do: 'enter' | 'startRecording' | 'stopRecording' | 'leave' }
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'report'; readonly event: BotEvent }

export type BotEvent = Pick<MeetingEvent, 'failure'> & {
  readonly type: Extract<
    MeetingEvent['type'],
    'lobby' | 'admitted' | 'recordingStarted' | 'ended' | 'nobodyCame' | 'refused' | 'broke' | 'timedOut'
  >
}

export type AttendanceState = {
  readonly phase: 'joining' | 'waiting' | 'inCall' | 'recording' | 'over'
  readonly phaseSince: number
  /** Start of each ongoing problem; null if there is none. */
  readonly unknownSince: number | null
  readonly frozenSince: number | null
  readonly aloneSince: number | null
  readonly enteredAt: number | null
  readonly isHostMissing: boolean
  readonly saidAt: number | null
  readonly timesSaid: number
  /** Ids of people who were there when the bot last announced itself. */
  readonly informed: ReadonlySet<string>
  /** Ids of messages that were there before the bot; null until it is in the call. */
  readonly oldMessages: ReadonlySet<string> | null
}

const secondMs = 1000
export const times = {
  enterAgainMs: 5 * secondMs,
  unknownMs: 30 * secondMs,
  frozenMs: 20 * secondMs,
  sayAgainMs: 10 * secondMs,
  maxSaid: 3,
  /** Newcomers are informed of the recording, but not more often than this. */
  informAgainMs: 60 * secondMs,
  aloneMs: 60 * secondMs,
} as const

export const beginAttendance = (now: number): AttendanceState => ({
  phase: 'joining',
  phaseSince: now,
  unknownSince: null,
  frozenSince: null,
  aloneSince: null,
  enteredAt: null,
  isHostMissing: false,
  saidAt: null,
  timesSaid: 0,
  informed: new Set(),
  oldMessages: null,
})

type Step = { readonly state: AttendanceState; readonly actions: readonly Action[] }

export function attend(attendance: Attendance, before: AttendanceState, seen: Seen, now: number): Step {
  if (before.phase === 'over') return { state: before, actions: [] }
  const state: AttendanceState = {
    ...before,
    unknownSince: seen.kind === 'unknown' ? (before.unknownSince ?? now) : null,
    frozenSince: seen.kind === 'frozen' ? (before.frozenSince ?? now) : null,
  }
  const facts: FailureFacts = { botName: attendance.botName, platform: attendance.platform }
  const fail = (type: BotEvent['type'], failure: NonNullable<BotEvent['failure']>) =>
    end(state, { type, failure: { ...failure, facts: { ...facts, ...failure.facts } } })

  switch (seen.kind) {
    case 'gone':
      return fail('broke', { code: 'bot_failed', facts: {} })
    case 'recorderFailed':
      return fail('broke', { code: 'recorder_failed', facts: { report: seen.report } })
    case 'refused':
      return fail('refused', { code: seen.code, facts: seen.report === undefined ? {} : { report: seen.report } })
    case 'ended':
      return end(state, { type: 'ended' })
    case 'frozen':
      if (now - (state.frozenSince ?? now) >= times.frozenMs) return fail('broke', { code: 'page_frozen', facts: {} })
      break
    case 'unknown':
      if (now - (state.unknownSince ?? now) >= times.unknownMs)
        return fail('broke', { code: 'page_unknown', facts: { report: seen.report } })
      break
    default:
      break
  }
  const late = deadline(state, now)
  if (late !== null) return fail(late.type, late.failure)
  if (seen.kind === 'entrance') return enterAgain(state, now)
  if (seen.kind === 'lobby' || seen.kind === 'notStarted') return wait(state, seen.kind === 'notStarted', now)
  if (seen.kind === 'inCall') return nextInCall(attendance, state, seen, now)
  return { state, actions: [] }
}

/** Stops what runs, reports and leaves. */
function end(state: AttendanceState, event: BotEvent, words?: string): Step {
  const actions: Action[] = [
    ...(state.phase === 'recording' ? [{ do: 'stopRecording' as const }] : []),
    ...(words === undefined ? [] : [{ do: 'say' as const, text: words }]),
    { do: 'report', event },
    { do: 'leave' },
  ]
  return { state: { ...state, phase: 'over' }, actions }
}

type Late = { readonly type: BotEvent['type']; readonly failure: NonNullable<BotEvent['failure']> }

/** The server ends phases at the same times; the bot must not stay longer. */
function deadline({ phase, phaseSince, isHostMissing }: AttendanceState, now: number): Late | null {
  if (phase === 'over' || now - phaseSince < phaseLimits[phase]) return null
  const minutes = Math.round(phaseLimits[phase] / 60_000)
  switch (phase) {
    case 'joining':
      return { type: 'timedOut', failure: { code: 'join_timeout', facts: { minutes } } }
    case 'waiting':
      return isHostMissing
        ? { type: 'nobodyCame', failure: { code: 'not_started', facts: { minutes } } }
        : { type: 'timedOut', failure: { code: 'lobby_timeout', facts: { minutes } } }
    case 'inCall':
      return { type: 'nobodyCame', failure: { code: 'nobody_came', facts: { minutes } } }
    case 'recording':
      return { type: 'timedOut', failure: { code: 'unknown', facts: {} } }
  }
}

function enterAgain(state: AttendanceState, now: number): Step {
  if (state.enteredAt !== null && now - state.enteredAt < times.enterAgainMs) return { state, actions: [] }
  return { state: { ...state, enteredAt: now }, actions: [{ do: 'enter' }] }
}

function wait(state: AttendanceState, isHostMissing: boolean, now: number): Step {
  // Moved back to the lobby: what was recorded is kept.
  if (state.phase === 'recording') return end(state, { type: 'ended' })
  if (state.phase === 'waiting') return { state: { ...state, isHostMissing }, actions: [] }
  const waiting: AttendanceState = { ...state, phase: 'waiting', phaseSince: now, isHostMissing }
  return { state: waiting, actions: [{ do: 'report', event: { type: 'lobby' } }] }
}

type InCall = Extract<PageView, { kind: 'inCall' }>

function nextInCall(attendance: Attendance, before: AttendanceState, seen: InCall, now: number): Step {
  const actions: Action[] = []
  let state = before
  if (state.phase === 'joining' || state.phase === 'waiting') {
    actions.push({ do: 'report', event: { type: 'admitted' } })
    state = { ...state, phase: 'inCall', phaseSince: now }
  }
  const oldMessages = state.oldMessages ?? new Set(seen.messages.map(({ id }) => id))
  const aloneSince = seen.others.length > 0 ? null : (state.aloneSince ?? now)
  state = { ...state, oldMessages, aloneSince }
  const next = state.phase === 'recording' ? keepRecording : beforeRecording
  const step = next(attendance, state, seen, now)
  return { state: step.state, actions: [...actions, ...step.actions] }
}

const isObjection = ({ oldMessages }: AttendanceState, { messages }: InCall): boolean =>
  messages.some(({ id, isOwn, text }) => !isOwn && oldMessages?.has(id) !== true && asksToStop(text))

function beforeRecording(attendance: Attendance, state: AttendanceState, seen: InCall, now: number): Step {
  const { botName, platform } = attendance
  if (isObjection(state, seen))
    return end(state, { type: 'refused', failure: { code: 'objected', facts: { botName, platform } } })
  if (seen.others.length === 0) return { state, actions: [] }
  const isAnnounced =
    state.saidAt !== null &&
    seen.messages.some(
      ({ id, isOwn, text }) => isOwn && state.oldMessages?.has(id) !== true && isSaid(text, announcementOf(attendance)),
    )
  if (isAnnounced)
    return {
      state: { ...state, phase: 'recording', phaseSince: now, informed: idsOf(seen.others) },
      actions: [{ do: 'startRecording' }, { do: 'report', event: { type: 'recordingStarted' } }],
    }
  if (state.saidAt !== null && now - state.saidAt < times.sayAgainMs) return { state, actions: [] }
  if (state.timesSaid >= times.maxSaid)
    return end(state, { type: 'broke', failure: { code: 'announcement_failed', facts: { botName, platform } } })
  return say(attendance, state, seen, now)
}

function keepRecording(attendance: Attendance, state: AttendanceState, seen: InCall, now: number): Step {
  if (isObjection(state, seen)) return end(state, { type: 'ended' }, farewell)
  if (state.aloneSince !== null && now - state.aloneSince >= times.aloneMs) return end(state, { type: 'ended' })
  const hasNewcomers = seen.others.some(({ id }) => !state.informed.has(id))
  if (!hasNewcomers || now - (state.saidAt ?? 0) < times.informAgainMs) return { state, actions: [] }
  return say(attendance, state, seen, now)
}

const say = (attendance: Attendance, state: AttendanceState, { others }: InCall, now: number): Step => ({
  state: { ...state, saidAt: now, timesSaid: state.timesSaid + 1, informed: idsOf(others) },
  actions: [{ do: 'say', text: announcementOf(attendance) }],
})

const idsOf = (people: readonly Person[]): ReadonlySet<string> => new Set(people.map(({ id }) => id))
