import { describe, expect, test } from 'vitest'
import { jitsi, viewOf, type JitsiPage } from './jitsi.ts'

const page = (values: Partial<JitsiPage> = {}): JitsiPage => ({
  isApp: true,
  isJoined: false,
  isAtEntrance: false,
  isInLobby: false,
  isWaitingForHost: false,
  isPasswordWanted: false,
  error: null,
  notices: [],
  others: [],
  messages: [],
  speakers: [],
  text: '',
  ...values,
})

describe('the page of Jitsi', () => {
  test.each<[string, Partial<JitsiPage>, boolean, object]>([
    ['is loading', { isApp: false }, false, { kind: 'loading' }],
    ['connects', {}, false, { kind: 'loading' }],
    [
      'asks for a name',
      { isAtEntrance: true, error: 'conference.connectionError.membersOnly' },
      false,
      { kind: 'entrance' },
    ],
    ['shows the lobby', { isInLobby: true, error: 'conference.connectionError.membersOnly' }, false, { kind: 'lobby' }],
    ['waits for the host', { isWaitingForHost: true }, false, { kind: 'notStarted' }],
    [
      'is in the call',
      { isJoined: true, others: [{ id: 'a', name: 'Ines' }] },
      false,
      { kind: 'inCall', others: [{ id: 'a' }] },
    ],
    ['was left', {}, true, { kind: 'ended' }],
    ['was closed by the host', { error: 'conference.destroyed' }, true, { kind: 'ended' }],
    ['was closed before', { error: 'conference.destroyed' }, false, { kind: 'ended' }],
    ['moved the bot to the lobby', { isInLobby: true }, true, { kind: 'lobby' }],
    ['removed the bot', { notices: ['dialog.kickTitle'] }, true, { kind: 'refused', code: 'removed' }],
    ['declined', { notices: ['lobby.joinRejectedTitle'] }, false, { kind: 'refused', code: 'entry_refused' }],
    [
      'refused access',
      { error: 'conference.connectionError.accessDenied' },
      false,
      { kind: 'refused', code: 'entry_refused' },
    ],
    ['wants a password', { isPasswordWanted: true }, false, { kind: 'refused', code: 'wrong_password' }],
    [
      'wants an account',
      { error: 'conference.authenticationRequired' },
      false,
      { kind: 'refused', code: 'sign_in_required' },
    ],
    [
      'is full',
      { error: 'conference.max_users' },
      false,
      { kind: 'refused', code: 'blocked', report: 'conference.max_users' },
    ],
    [
      'is no Jitsi',
      { isApp: false, text: '404 page not found' },
      false,
      { kind: 'unknown', report: '404 page not found' },
    ],
    ['failed', { error: 'connection.otherError' }, false, { kind: 'unknown', report: 'connection.otherError' }],
  ])('that %s', (_, values, wasJoined, view) => expect(viewOf(page(values), wasJoined)).toMatchObject(view))

  test('is opened without camera, microphone and greeting, under the bot’s name', () => {
    const url = new URL(jitsi.address('https://meet.jit.si/Room?jwt=a', 'Minutes & more'))
    expect(url.search).toBe('?jwt=a')
    const hash = Object.fromEntries(
      url.hash
        .slice(1)
        .split('&')
        .map((part) => part.split('=')),
    )
    expect(JSON.parse(decodeURIComponent(hash['userInfo.displayName'] ?? ''))).toBe('Minutes & more')
    expect(hash['config.startWithAudioMuted']).toBe('true')
  })
})
