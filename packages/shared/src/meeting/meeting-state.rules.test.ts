import { describe, expect, test } from 'vitest'
import {
  heartbeat,
  joinWindow,
  maxAttempts,
  meetingEvents,
  meetingPhases,
  nextMeetingState,
  phaseLimits,
  progressOf,
  statusOfPhase,
  type MeetingEventType,
  type MeetingPhase,
  type MeetingState,
} from './meeting-state.rules.ts'

const due = new Date('2026-11-20T10:00:00Z')
const now = new Date('2026-11-20T10:02:00Z')

const stateIn = (phase: MeetingPhase, change: Partial<MeetingState> = {}): MeetingState => ({
  phase,
  attempt: 1,
  dueAt: due,
  phaseSince: due,
  deadlineAt: null,
  failure: null,
  ...change,
})
const after = (phase: MeetingPhase, type: MeetingEventType, change: Partial<MeetingState> = {}) =>
  nextMeetingState(stateIn(phase, change), { type, attempt: 1 }, now)

/** The phase after each event, in the order of `meetingEvents`; a dot changes nothing. */
const table: Record<MeetingPhase, string> = {
  // claimed lobby admitted recordingStarted ended nobodyCame refused broke botLost accepted empty unreadable
  // transcribed drafted timedOut sentAgain
  scheduled: 'joining . . . . . failed . . . . . . . failed .',
  joining: '. waiting inCall . noShow noShow failed failed scheduled . . . . . failed .',
  waiting: '. . inCall . noShow noShow failed failed scheduled . . . . . failed .',
  inCall: '. waiting . recording noShow noShow failed failed scheduled . . . . . noShow .',
  recording: '. . . . uploading . uploading uploading uploading . . . . . uploading .',
  uploading: '. . . . . . . . . transcribing failed . . . failed .',
  transcribing: '. . . . . . . . . . . failed drafting . drafting .',
  drafting: '. . . . . . . . . . . failed . finished finished .',
  finished: '. . . . . . . . . . . . . . . .',
  failed: '. . . . . . . . . . . . . . . scheduled',
  noShow: '. . . . . . . . . . . . . . . scheduled',
}

const cells = meetingPhases.flatMap((phase) => {
  const targets = table[phase].split(' ')
  return meetingEvents.map((event, at) => ({ phase, event, target: targets[at] }))
})

test('the table has a cell for every event in every phase', () => {
  expect(cells).toHaveLength(meetingPhases.length * meetingEvents.length)
  expect(cells.every(({ target }) => target !== undefined)).toBe(true)
})

test.each(cells)('$event in $phase leads to $target', ({ phase, event, target }) => {
  const before = stateIn(phase)
  const state = nextMeetingState(before, { type: event, attempt: 1 }, now)
  if (target === '.') expect(state).toBe(before)
  else expect(state.phase).toBe(target)
})

describe('an end has a reason', () => {
  const ends = cells.filter(({ target }) => target === 'failed' || target === 'noShow')

  test.each(ends)('$event in $phase', ({ phase, event }) => {
    const state = after(phase, event)
    expect(state.deadlineAt).toBeNull()
    // These events state what was observed; without it, the reason is unknown.
    const isNamed = ['refused', 'broke', 'nobodyCame'].includes(event)
    if (isNamed) expect(state.failure?.code).toBe('unknown')
    else expect(state.failure?.code).not.toBe('unknown')
    const failure = { code: 'removed', facts: { botName: 'Notes' } } as const
    expect(nextMeetingState(stateIn(phase), { type: event, failure }, now).failure).toEqual(failure)
  })

  test('a deadline names the phase in which the time ran out', () => {
    const codes = (['scheduled', 'joining', 'waiting', 'inCall', 'uploading'] as const).map(
      (phase) => after(phase, 'timedOut').failure?.code,
    )
    expect(codes).toEqual(['no_bot_available', 'join_timeout', 'lobby_timeout', 'nobody_came', 'upload_timeout'])
  })
})

test('every phase before the end has a deadline, which counts from its beginning', () => {
  for (const { phase, event, target } of cells) {
    if (target === '.' || target === 'failed' || target === 'noShow' || target === 'finished') continue
    const entered = target as keyof typeof phaseLimits
    const from = entered === 'scheduled' && event !== 'sentAgain' ? due : now
    expect(after(phase, event).deadlineAt, `${event} in ${phase}`).toEqual(
      new Date(from.getTime() + phaseLimits[entered]),
    )
  }
})

test('an event of an earlier attempt changes nothing', () => {
  const state = stateIn('joining', { attempt: 2 })
  expect(nextMeetingState(state, { type: 'admitted', attempt: 1 }, now)).toBe(state)
  expect(nextMeetingState(state, { type: 'admitted', attempt: 2 }, now).phase).toBe('inCall')
})

test('each bot that claims the meeting is another attempt', () => {
  const claimed = nextMeetingState(stateIn('scheduled', { attempt: 0 }), { type: 'claimed' }, now)
  expect(claimed).toMatchObject({ phase: 'joining', attempt: 1, phaseSince: now })
})

describe('a bot that is lost before it records', () => {
  test('is replaced while others may still join', () => {
    expect(after('waiting', 'botLost')).toMatchObject({ phase: 'scheduled', attempt: 1, dueAt: due, failure: null })
  })
  test('is not replaced when it is too late', () => {
    const late = new Date(due.getTime() + joinWindow.afterMs)
    const state = nextMeetingState(stateIn('waiting'), { type: 'botLost' }, late)
    expect(state).toMatchObject({ phase: 'failed', failure: { code: 'bot_lost' } })
  })
  test('is not replaced for ever', () => {
    const state = nextMeetingState(stateIn('inCall', { attempt: maxAttempts }), { type: 'botLost' }, now)
    expect(state).toMatchObject({ phase: 'failed', failure: { code: 'bot_lost' } })
  })
})

test('a bot that is sent again is due now, and the former reason is gone', () => {
  const failed = stateIn('failed', { attempt: 3, failure: { code: 'removed', facts: {} } })
  const state = nextMeetingState(failed, { type: 'sentAgain' }, now)
  expect(state).toMatchObject({ phase: 'scheduled', dueAt: now, failure: null, attempt: 3 })
})

test('no phase lasts for ever: whatever happens, the deadlines alone end every meeting', () => {
  for (const phase of meetingPhases) {
    let state = stateIn(phase)
    for (let step = 0; statusOfPhase[state.phase] === 'processing' || state.phase === 'scheduled'; step++) {
      expect(step).toBeLessThan(meetingPhases.length)
      state = nextMeetingState(state, { type: 'timedOut' }, state.deadlineAt ?? now)
    }
  }
})

test('a bot is given up after several missed signs of life', () => {
  expect(heartbeat.lostAfterMs).toBeGreaterThan(4 * heartbeat.everyMs)
})

test('the progress after the call never goes back and is unknown during it', () => {
  expect(progressOf('recording', 50)).toBeNull()
  const steps = (['uploading', 'transcribing', 'drafting'] as const).flatMap((phase) =>
    [-5, 0, 50, 100, 120].map((done) => progressOf(phase, done) ?? -1),
  )
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
  expect(Math.max(...steps)).toBeLessThan(100)
})
