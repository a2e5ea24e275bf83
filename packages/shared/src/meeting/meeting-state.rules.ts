/**
 * The states of a meeting, as one table of phases × events. Pure: the server stores the result, bots and jobs send the
 * events. An event that the row of a phase does not list came too late or twice and changes nothing; neither does an
 * event of an earlier attempt. Every phase before the end has a deadline.
 *
 *     scheduled → joining → waiting → inCall → recording → uploading → transcribing → drafting → finished
 *                    └──────── failed, noShow ────────┘          └ failed ┘
 *
 * A reason is stored only if it was observed: a deadline names the phase in which the time ran out.
 */
import type { FailureCode, FailureFacts } from './meeting-failures.ts'

export const meetingPhases = [
  'scheduled',
  'joining',
  'waiting',
  'inCall',
  'recording',
  'uploading',
  'transcribing',
  'drafting',
  'finished',
  'failed',
  'noShow',
] as const
export type MeetingPhase = (typeof meetingPhases)[number]

export const meetingStatuses = ['upcoming', 'processing', 'failed', 'finished', 'no-show'] as const
export type MeetingStatus = (typeof meetingStatuses)[number]

export const statusOfPhase: Readonly<Record<MeetingPhase, MeetingStatus>> = {
  scheduled: 'upcoming',
  joining: 'processing',
  waiting: 'processing',
  inCall: 'processing',
  recording: 'processing',
  uploading: 'processing',
  transcribing: 'processing',
  drafting: 'processing',
  finished: 'finished',
  failed: 'failed',
  noShow: 'no-show',
}

/** Phases in which a bot sends a sign of life. */
export const botPhases: ReadonlySet<MeetingPhase> = new Set(['joining', 'waiting', 'inCall', 'recording'])

export const meetingEvents = [
  /** A bot claims the meeting. */
  'claimed',
  /** The bot waits to be let in, or was moved back to the lobby before it recorded. */
  'lobby',
  'admitted',
  /** The announcement was seen in the chat, and recording begins. */
  'recordingStarted',
  /** The call is over for the bot: it ended, nobody else is there, somebody stopped the recording. */
  'ended',
  /** Nobody came, or the meeting was not started. */
  'nobodyCame',
  /** The host or the service refused the bot. */
  'refused',
  /** Something of ours failed. */
  'broke',
  /** The bot gave no sign of life. */
  'botLost',
  /** The recording is stored. */
  'accepted',
  /** Nothing was recorded. */
  'empty',
  /** The recording cannot be read. */
  'unreadable',
  /** There is a transcript, or there will be none. */
  'transcribed',
  'drafted',
  'timedOut',
  /** Somebody sends the bot again. */
  'sentAgain',
] as const
export type MeetingEventType = (typeof meetingEvents)[number]

export type MeetingEvent = {
  readonly type: MeetingEventType
  /** Absent: an event of the server, which concerns any attempt. */
  readonly attempt?: number
  /** Why a meeting fails; required by `refused`, `broke`, `nobodyCame` and `empty`. */
  readonly failure?: MeetingFailure
}

export type MeetingFailure = { readonly code: FailureCode; readonly facts: FailureFacts }

export type MeetingState = {
  readonly phase: MeetingPhase
  /** Counts how often a bot was sent. */
  readonly attempt: number
  /** When the bot is due: the start of the meeting, or when it was sent again. */
  readonly dueAt: Date
  readonly phaseSince: Date
  /** Null at the end. */
  readonly deadlineAt: Date | null
  readonly failure: MeetingFailure | null
}

const minute = 60_000

/** How long before the start the bot joins, and how long it tries. */
export const joinWindow = { beforeMs: minute, afterMs: 10 * minute } as const

/** After this time without a sign of life, a bot is lost. */
export const heartbeat = { everyMs: 15_000, lostAfterMs: 90_000 } as const

/** A bot that is lost before it records is replaced, at most this often. */
export const maxAttempts = 5

/** In milliseconds from the beginning of the phase; `scheduled` counts from when the bot is due. */
export const phaseLimits: Readonly<Record<Exclude<MeetingPhase, 'finished' | 'failed' | 'noShow'>, number>> = {
  scheduled: joinWindow.afterMs,
  joining: 3 * minute,
  waiting: 10 * minute,
  inCall: 10 * minute,
  recording: 4 * 60 * minute,
  uploading: 2 * 60 * minute,
  transcribing: 3 * 60 * minute,
  drafting: 30 * minute,
}

type Target = MeetingPhase | 'replaced'
type Row = Partial<Record<MeetingEventType, Target>>

const notRecorded: Row = { nobodyCame: 'noShow', refused: 'failed', broke: 'failed', botLost: 'replaced' }
const restart: Row = { sentAgain: 'scheduled' }

export const meetingTable: Readonly<Record<MeetingPhase, Row>> = {
  scheduled: { claimed: 'joining', refused: 'failed', timedOut: 'failed' },
  joining: { ...notRecorded, lobby: 'waiting', admitted: 'inCall', ended: 'noShow', timedOut: 'failed' },
  waiting: { ...notRecorded, admitted: 'inCall', ended: 'noShow', timedOut: 'failed' },
  inCall: { ...notRecorded, lobby: 'waiting', recordingStarted: 'recording', ended: 'noShow', timedOut: 'noShow' },
  // The recording is kept, no matter how it ends.
  recording: {
    ended: 'uploading',
    broke: 'uploading',
    refused: 'uploading',
    botLost: 'uploading',
    timedOut: 'uploading',
  },
  uploading: { accepted: 'transcribing', empty: 'failed', timedOut: 'failed' },
  // A recording without transcript or notes is still a recording.
  transcribing: { transcribed: 'drafting', unreadable: 'failed', timedOut: 'drafting' },
  drafting: { drafted: 'finished', unreadable: 'failed', timedOut: 'finished' },
  finished: {},
  failed: restart,
  noShow: restart,
}

/** The reason of an end that no event names. */
const unnamedEnds: Partial<Record<MeetingPhase, Partial<Record<MeetingEventType, FailureCode>>>> = {
  scheduled: { timedOut: 'no_bot_available' },
  joining: { timedOut: 'join_timeout', ended: 'ended_early' },
  waiting: { timedOut: 'lobby_timeout', ended: 'ended_early' },
  inCall: { timedOut: 'nobody_came', ended: 'ended_early' },
  uploading: { timedOut: 'upload_timeout', empty: 'nothing_recorded' },
  transcribing: { unreadable: 'recording_unreadable' },
  drafting: { unreadable: 'recording_unreadable' },
}

/** Returns the same state if nothing changes. */
export function nextMeetingState(state: MeetingState, event: MeetingEvent, now: Date): MeetingState {
  if (event.attempt !== undefined && event.attempt !== state.attempt) return state
  const target = meetingTable[state.phase][event.type]
  if (target === undefined) return state
  if (target !== 'replaced') return enter(state, target, event, now)
  const isPossible = state.attempt < maxAttempts && now.getTime() < state.dueAt.getTime() + joinWindow.afterMs
  if (isPossible) return enter(state, 'scheduled', event, now)
  return enter(state, 'failed', { ...event, failure: event.failure ?? { code: 'bot_lost', facts: {} } }, now)
}

function enter(state: MeetingState, phase: MeetingPhase, event: MeetingEvent, now: Date): MeetingState {
  // A bot that was sent again joins immediately.
  const dueAt = event.type === 'sentAgain' ? now : state.dueAt
  const isNewAttempt = event.type === 'claimed'
  return {
    phase,
    attempt: isNewAttempt ? state.attempt + 1 : state.attempt,
    dueAt,
    phaseSince: now,
    deadlineAt: deadlineOf(phase, dueAt, now),
    failure: phase === 'failed' || phase === 'noShow' ? failureOf(state.phase, event) : null,
  }
}

function failureOf(from: MeetingPhase, { type, failure }: MeetingEvent): MeetingFailure {
  return failure ?? { code: unnamedEnds[from]?.[type] ?? 'unknown', facts: {} }
}

export function deadlineOf(phase: MeetingPhase, dueAt: Date, now: Date): Date | null {
  if (phase === 'finished' || phase === 'failed' || phase === 'noShow') return null
  return new Date((phase === 'scheduled' ? dueAt : now).getTime() + phaseLimits[phase])
}

/** The share of the work after the call that is done, in percent; null during the call. */
export function progressOf(phase: MeetingPhase, partDone: number): number | null {
  const ranges: Partial<Record<MeetingPhase, readonly [number, number]>> = {
    uploading: [0, 30],
    transcribing: [30, 85],
    drafting: [85, 99],
  }
  const range = ranges[phase]
  if (range === undefined) return null
  const [from, to] = range
  return Math.round(from + ((to - from) * Math.min(100, Math.max(0, partDone))) / 100)
}
