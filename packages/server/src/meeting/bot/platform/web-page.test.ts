import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { meetTable } from './meet.ts'
import { teamsTable } from './teams.ts'
import { readWebPage, viewOfWebPage, type WebTable } from './web-page.ts'

type Situation = { wasInCall?: boolean; said?: string[]; host?: string }

/** The bot's view of a page with this content, which is handmade and was never checked against the service. */
function see(
  table: WebTable,
  body: string,
  { wasInCall = false, said = [], host = 'meeting.example' }: Situation = {},
) {
  const { document } = parseHTML(`<!doctype html><html><body>${body}</body></html>`)
  const scope = globalThis as { document?: unknown; location?: unknown }
  const before = [scope.document, scope.location]
  Object.assign(scope, { document, location: { hostname: host } })
  try {
    return viewOfWebPage(table, readWebPage(table), { wasInCall, said: new Set(said) })
  } finally {
    Object.assign(scope, { document: before[0], location: before[1] })
  }
}

const meetCall = `
  <div data-participant-id="a"><span class="notranslate">Ines Lund</span></div>
  <div data-participant-id="b"><span class="notranslate">Jonas Weber</span></div>
  <div data-participant-id="me"><span data-self-name="You">Minutes</span></div>
  <button aria-label="Leave call"></button><button aria-label="Chat with everyone"></button>`
const meetChat = `
  <div role="list" aria-label="In-call messages"><div role="listitem"><div data-message-text="x">Hello  all</div></div>
  <div role="listitem"><div data-message-text="x">denied your request to join</div></div></div>
  <textarea aria-label="Send a message to everyone"></textarea>`

describe('the page of Google Meet', () => {
  test.each<[string, string, Situation, object]>([
    ['is empty', '', {}, { kind: 'loading' }],
    [
      'asks for a name',
      '<input aria-label="Your name"><button aria-label="Ask to join without camera">',
      {},
      { kind: 'entrance' },
    ],
    ['has a lobby', '<p>Asking to be let in…</p><button aria-label="Leave call">', {}, { kind: 'lobby' }],
    [
      'declines',
      '<p>Someone in the call denied your request to join</p>',
      {},
      { kind: 'refused', code: 'entry_refused' },
    ],
    ['knows no such meeting', '<p>Check your meeting code</p>', {}, { kind: 'refused', code: 'meeting_not_found' }],
    ['lets no guests in', '<p>You can’t join this video call</p>', {}, { kind: 'refused', code: 'sign_in_required' }],
    [
      'leads to the sign-in',
      '<input type="email">',
      { host: 'accounts.google.com' },
      { kind: 'refused', code: 'sign_in_required' },
    ],
    ['asks for a person', '<iframe title="reCAPTCHA">', {}, { kind: 'refused', code: 'blocked' }],
    [
      'removed the bot',
      '<p>You’ve been removed from the meeting</p>',
      { wasInCall: true },
      { kind: 'refused', code: 'removed' },
    ],
    ['has ended', '<p>The meeting has ended</p>', { wasInCall: true }, { kind: 'ended' }],
    ['was left', '<p>How was the quality?</p>', { wasInCall: true }, { kind: 'ended' }],
    [
      'is another one',
      '<p>Your browser is not supported</p>',
      {},
      { kind: 'unknown', report: 'Your browser is not supported' },
    ],
  ])('that %s', (_, body, situation, view) => expect(see(meetTable, body, situation)).toMatchObject(view))

  test('in the call has other people and messages, which mean nothing for the bot', () => {
    expect(see(meetTable, meetCall + meetChat, { said: ['Hello all'] })).toEqual({
      kind: 'inCall',
      others: [
        { id: 'a', name: 'Ines Lund' },
        { id: 'b', name: 'Jonas Weber' },
      ],
      messages: [
        { id: 'Hello all 0', text: 'Hello all', isOwn: true },
        { id: 'denied your request to join 0', text: 'denied your request to join', isOwn: false },
      ],
      speakers: [],
    })
  })

  test('is opened in English', () =>
    expect(meetTable.address('https://meet.google.com/a')).toBe('https://meet.google.com/a?hl=en'))
})

describe('the page of Microsoft Teams', () => {
  test.each<[string, string, Situation, object]>([
    ['offers the program', '<button data-tid="joinOnWeb">Continue on this browser</button>', {}, { kind: 'entrance' }],
    ['asks for a name', '<input data-tid="prejoin-display-name-input">', {}, { kind: 'entrance' }],
    ['has a lobby', '<p>Someone will let you in shortly</p>', {}, { kind: 'lobby' }],
    [
      'has not begun',
      '<p>When the meeting starts, we’ll let people know you’re waiting.</p>',
      {},
      { kind: 'notStarted' },
    ],
    [
      'declines',
      '<p>Sorry, but you were denied access to the meeting.</p>',
      {},
      { kind: 'refused', code: 'entry_refused' },
    ],
    ['wants an account', '<p>Sign in to join this meeting</p>', {}, { kind: 'refused', code: 'sign_in_required' }],
    ['leads to the sign-in', '', { host: 'login.microsoftonline.com' }, { kind: 'refused', code: 'sign_in_required' }],
    [
      'removed the bot',
      '<p>You’ve been removed from this meeting</p>',
      { wasInCall: true },
      { kind: 'refused', code: 'removed' },
    ],
    ['has ended', '<p>The meeting has ended</p>', { wasInCall: true }, { kind: 'ended' }],
    ['is another one', '<p>Something went wrong</p>', {}, { kind: 'unknown' }],
  ])('that %s', (_, body, situation, view) => expect(see(teamsTable, body, situation)).toMatchObject(view))

  test('in the call has other people and messages', () => {
    const body = `<button id="hangup-button"></button>
      <div data-tid="participantsInCall-1"><span data-tid="participant-name">Ines Lund</span></div>
      <div data-tid="participantsInCall-2"><span data-tid="participant-self"></span></div>
      <div data-tid="chat-pane-message" data-mid="17"><div id="content-17">Stop recording</div></div>`
    expect(see(teamsTable, body)).toMatchObject({
      kind: 'inCall',
      others: [{ id: 'participantsInCall-1', name: 'Ines Lund' }],
      messages: [{ id: '17', text: 'Stop recording', isOwn: false }],
    })
  })

  test('is opened without the offer to install the program', () =>
    expect(teamsTable.address('https://teams.microsoft.com/meet/1?p=a')).toBe(
      'https://teams.microsoft.com/meet/1?p=a&msLaunch=false&suppressPrompt=true',
    ))
})
