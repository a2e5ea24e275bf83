import { phaseLimits } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { describe, expect, test } from 'vitest'
import { attend, beginAttendance, times, type Action, type Seen } from './attend.ts'
import { announcementOf, asksToStop, displayName, farewell, isSaid } from './bot-messages.ts'

const attendance = { botName: 'Minutes', platform: 'Jitsi', organizer: 'Jonas Weber', company: 'Aurelia Grid' }
const announcement = announcementOf(attendance)
const second = 1000
const minute = 60 * second

type Moment = readonly [at: number, seen: Seen]

/** The actions of the bot while it sees this, at these times. */
function act(...moments: Moment[]): Action[] {
  let state = beginAttendance(0)
  const actions: Action[] = []
  for (const [at, seen] of moments) {
    const step = attend(attendance, state, seen, at)
    state = step.state
    actions.push(...step.actions)
  }
  return actions
}

const reported = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.do === 'report' ? [action.event] : []))
const done = (actions: readonly Action[]) =>
  actions.map((action) => (action.do === 'report' ? action.event.type : action.do))

type Call = { names?: string[]; own?: string[]; texts?: string[] }
const call = ({ names = ['Ines'], own = [], texts = [] }: Call = {}): Seen => ({
  kind: 'inCall',
  others: names.map((name) => ({ id: name, name })),
  messages: [
    ...own.map((text, index) => ({ id: `own${index}`, isOwn: true, text })),
    ...texts.map((text) => ({ id: text, isOwn: false, text })),
  ],
  speakers: [],
})
const announced = (values: Call = {}) => call({ own: [announcement], ...values })
const recording: readonly Moment[] = [
  [0, call()],
  [second, announced()],
]

describe('on the way into a call', () => {
  test('the bot gives its name, and again after a while', () => {
    const entrance: Seen = { kind: 'entrance' }
    expect(done(act([0, entrance], [second, entrance], [times.enterAgainMs, entrance]))).toEqual(['enter', 'enter'])
  })

  test('it waits in the lobby once, and joins when it is let in', () => {
    const lobby: Seen = { kind: 'lobby' }
    expect(done(act([0, lobby], [second, lobby], [2 * second, call()]))).toEqual(['lobby', 'admitted', 'say'])
  })

  test.each<[string, Seen, number, string, object]>([
    [
      'never opens',
      { kind: 'loading' },
      phaseLimits.joining,
      'timedOut',
      { code: 'join_timeout', facts: { minutes: 3 } },
    ],
    [
      'stays in the lobby',
      { kind: 'lobby' },
      phaseLimits.waiting,
      'timedOut',
      { code: 'lobby_timeout', facts: { minutes: 10, botName: 'Minutes' } },
    ],
    ['is not begun', { kind: 'notStarted' }, phaseLimits.waiting, 'nobodyCame', { code: 'not_started' }],
    ['stays empty', call({ names: [] }), phaseLimits.inCall, 'nobodyCame', { code: 'nobody_came' }],
    [
      'is a page that nobody knows',
      { kind: 'unknown', report: 'Browser not supported' },
      times.unknownMs,
      'broke',
      { code: 'page_unknown', facts: { report: 'Browser not supported' } },
    ],
    ['does not answer', { kind: 'frozen' }, times.frozenMs, 'broke', { code: 'page_frozen' }],
  ])('a meeting that %s ends with what was observed', (_, seen, after, type, failure) => {
    const actions = act([0, seen], [after - 1, seen], [after, seen], [after + 1, seen])
    expect(reported(actions).at(-1)).toMatchObject({ type, failure })
    expect(actions.at(-1)).toEqual({ do: 'leave' })
    expect(reported(act([0, seen], [after - 1, seen])).map((event) => event.failure)).not.toContainEqual(
      expect.objectContaining(failure),
    )
  })

  test.each(['entry_refused', 'wrong_password', 'sign_in_required', 'meeting_not_found', 'removed'] as const)(
    'a refusal ends it: %s',
    (code) => {
      const actions = act([0, { kind: 'refused', code }])
      expect(reported(actions)).toEqual([
        { type: 'refused', failure: { code, facts: { botName: 'Minutes', platform: 'Jitsi' } } },
      ])
      expect(actions.at(-1)).toEqual({ do: 'leave' })
    },
  )

  test('a page that answers in between is neither unknown nor frozen', () => {
    const unknown: Seen = { kind: 'unknown', report: 'x' }
    expect(act([0, unknown], [20 * second, { kind: 'loading' }], [40 * second, unknown])).toEqual([])
  })
})

describe('in a call', () => {
  test('nothing is recorded before the announcement was seen in the chat', () => {
    expect(done(act([0, call()], [second, call()], [2 * second, call({ texts: [announcement] })]))).toEqual([
      'admitted',
      'say',
    ])
    expect(done(act(...recording))).toEqual(['admitted', 'say', 'startRecording', 'recordingStarted'])
  })

  test('an announcement of an earlier bot in the same chat does not count', () => {
    const moments: Moment[] = [0, 1, 2].map((index) => [index * second, announced()])
    expect(done(act(...moments))).toEqual(['admitted', 'say'])
  })

  test('an announcement that does not appear is repeated, then the bot leaves', () => {
    const moments: Moment[] = [0, 1, 2, 3].map((index) => [index * times.sayAgainMs, call()])
    const actions = act(...moments)
    expect(done(actions)).toEqual(['admitted', 'say', 'say', 'say', 'broke', 'leave'])
    expect(reported(actions).at(-1)).toMatchObject({ failure: { code: 'announcement_failed' } })
  })

  test('an empty call is not announced; the first person sees the announcement', () => {
    expect(done(act([0, call({ names: [] })], [second, call({ names: [] })]))).toEqual(['admitted'])
    expect(done(act([0, call({ names: [] })], [second, call()]))).toEqual(['admitted', 'say'])
  })

  test('an objection before the recording ends it without one', () => {
    const actions = act([0, call()], [second, call({ texts: ['please STOP  recording'] })])
    expect(done(actions)).toEqual(['admitted', 'say', 'refused', 'leave'])
    expect(reported(actions).at(-1)).toMatchObject({ failure: { code: 'objected' } })
  })

  test('“stop recording” ends the recording at the next look, and the bot says so', () => {
    const actions = act(...recording, [2 * second, announced({ texts: ['Stop recording, please'] })])
    expect(actions.slice(4)).toEqual([
      { do: 'stopRecording' },
      { do: 'say', text: farewell },
      { do: 'report', event: { type: 'ended' } },
      { do: 'leave' },
    ])
  })

  test('what was written before the bot came, and by the bot, stops nothing', () => {
    const old = call({ texts: ['stop recording'] })
    const both = announced({ texts: ['stop recording'] })
    expect(done(act([0, old], [second, both], [2 * second, both]))).toEqual([
      'admitted',
      'say',
      'startRecording',
      'recordingStarted',
    ])
  })

  test('a bot that is left alone ends the recording after a while, unless somebody returns', () => {
    const alone = announced({ names: [] })
    const begin = 2 * second
    expect(act(...recording, [begin, alone], [begin + times.aloneMs - 1, alone]).slice(4)).toEqual([])
    const back: Moment[] = [
      [30 * second, announced()],
      [40 * second, alone],
      [90 * second, alone],
    ]
    expect(act(...recording, [begin, alone], ...back).slice(4)).toEqual([])
    const actions = act(...recording, [begin, alone], [begin + times.aloneMs, alone])
    expect(done(actions.slice(4))).toEqual(['stopRecording', 'ended', 'leave'])
  })

  test('newcomers are informed of the recording, at most once a minute', () => {
    const two = announced({ names: ['Ines', 'Jonas'] })
    const three = announced({ names: ['Ines', 'Jonas', 'Maya'] })
    expect(act(...recording, [2 * second, two]).slice(4)).toEqual([])
    const later = act(...recording, [2 * second, two], [61 * second, three], [70 * second, three])
    expect(later.slice(4)).toEqual([{ do: 'say', text: announcement }])
  })

  test.each<[string, Seen, object]>([
    ['the end of the call', { kind: 'ended' }, { type: 'ended' }],
    ['the lobby', { kind: 'lobby' }, { type: 'ended' }],
    ['being removed', { kind: 'refused', code: 'removed' }, { type: 'refused' }],
    ['the end of the browser', { kind: 'gone' }, { type: 'broke' }],
    ['a broken recorder', { kind: 'recorderFailed', report: 'no memory' }, { type: 'broke' }],
  ])('%s stops the recording and keeps it', (_, seen, event) => {
    const actions = act(...recording, [2 * second, seen]).slice(4)
    expect(done(actions)[0]).toBe('stopRecording')
    expect(reported(actions)).toMatchObject([event])
  })

  test('a recording has at most four hours', () => {
    const at = second + phaseLimits.recording
    expect(done(act(...recording, [at - 1, announced()]).slice(4))).toEqual([])
    expect(done(act(...recording, [at, announced()]).slice(4))).toEqual(['stopRecording', 'timedOut', 'leave'])
  })

  test('nothing happens after the end', () => {
    expect(act([0, { kind: 'ended' }], [second, call()], [minute, { kind: 'gone' }])).toHaveLength(2)
  })
})

describe('words', () => {
  test('the name says for whom the bot records, within what services show', () => {
    expect(displayName('Minutes', 'Jonas Weber')).toBe('Minutes (records for Jonas Weber)')
    expect(displayName('M'.repeat(30), 'A very long name '.repeat(5))).toHaveLength(60)
  })

  test('the announcement is recognised as services show it, and is no request to stop', () => {
    expect(isSaid(`  ${announcement.replaceAll(' ', '  ')}`, announcement)).toBe(true)
    expect(isSaid('Hello', announcement)).toBe(false)
    expect(asksToStop(announcement)).toBe(false)
    for (const text of ['stop recording', 'Please stop the recording!', 'STOP RECORDING'])
      expect(asksToStop(text)).toBe(true)
    for (const text of ['nonstop recording', 'stop. recording is on', 'record']) expect(asksToStop(text)).toBe(false)
  })
})
