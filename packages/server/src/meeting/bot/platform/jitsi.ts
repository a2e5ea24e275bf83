/**
 * Jitsi Meet. Its page has the state of the call as data, `APP.store`, so the adapter neither depends on the design of the
 * page nor on its language. Only the entrance is operated by its elements.
 */
import type { Page } from 'playwright-core'
import type { PageView, Platform, PlatformSession } from './platform.ts'

/** The result of jitsi-page.ts. */
export type JitsiPage = {
  readonly isApp: boolean
  readonly isJoined: boolean
  /** The page asks for a name or a click, before the call or before its lobby. */
  readonly isAtEntrance: boolean
  readonly isInLobby: boolean
  readonly isWaitingForHost: boolean
  readonly isPasswordWanted: boolean
  /** `conference.…` */
  readonly error: string | null
  /** Keys of the texts that it notifies about. */
  readonly notices: readonly string[]
  readonly others: readonly { readonly id: string; readonly name: string }[]
  readonly messages: readonly { readonly id: string; readonly isOwn: boolean; readonly text: string }[]
  readonly speakers: readonly { readonly at: number; readonly name: string | null }[]
  /** The beginning of what it shows. */
  readonly text: string
}

const settings = {
  'config.prejoinConfig.enabled': false,
  'config.prejoinPageEnabled': false,
  'config.startWithAudioMuted': true,
  'config.startWithVideoMuted': true,
  'config.disableInitialGUM': true,
  'config.disableDeepLinking': true,
  'config.disableSelfView': true,
  'config.enableWelcomePage': false,
  'config.lobby.autoKnock': true,
} as const

export const jitsi: Platform = {
  address(url, botName) {
    const values = { ...settings, 'userInfo.displayName': botName }
    const hash = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
    return `${url}#${hash.join('&')}`
  },
  open: (page, botName) => openSession(page, botName),
}

function openSession(page: Page, botName: string): PlatformSession {
  let wasJoined = false
  return {
    async look() {
      const read = await page.evaluate(readPage)
      wasJoined ||= read.isJoined
      return viewOf(read, wasJoined)
    },
    async enter() {
      for (const name of nameFields) {
        const field = page.locator(name).first()
        if (await field.isVisible()) await field.fill(botName)
      }
      for (const name of enterButtons) {
        const button = page.locator(name).first()
        if (await button.isVisible()) return button.click()
      }
    },
    say: (text) => page.evaluate(sendMessage, text),
    leave: () => page.evaluate(hangUp),
  }
}

const nameFields = ['#premeeting-name-input', '[data-testid="lobby.nameField"]']
const enterButtons = ['[data-testid="prejoin.joinMeeting"]', '[data-testid="lobby.knockButton"]']

const refusals: Readonly<Record<string, (PageView & { kind: 'refused' })['code']>> = {
  'conference.connectionError.accessDenied': 'entry_refused',
  'conference.authenticationRequired': 'sign_in_required',
  'connection.passwordRequired': 'sign_in_required',
  'conference.passwordRequired': 'wrong_password',
  'conference.max_users': 'blocked',
  'conference.notAllowed': 'blocked',
}

/** Pure. `wasJoined`: the bot has been in the call. */
export function viewOf(page: JitsiPage, wasJoined: boolean): PageView {
  const { error, notices } = page
  if (page.isJoined) {
    const { others, messages, speakers } = page
    return { kind: 'inCall', others, messages, speakers }
  }
  if (notices.some((key) => /kick/i.test(key))) return { kind: 'refused', code: 'removed' }
  if (notices.some((key) => /joinRejected/i.test(key))) return { kind: 'refused', code: 'entry_refused' }
  if (wasJoined && !page.isInLobby) return { kind: 'ended' }
  const code = error === null ? undefined : refusals[error]
  if (code !== undefined && !page.isInLobby && !page.isAtEntrance)
    return { kind: 'refused', code, ...(error !== null && { report: error }) }
  if (page.isPasswordWanted) return { kind: 'refused', code: 'wrong_password' }
  if (page.isWaitingForHost) return { kind: 'notStarted' }
  if (page.isInLobby) return { kind: 'lobby' }
  if (page.isAtEntrance) return { kind: 'entrance' }
  if (error === 'conference.destroyed') return { kind: 'ended' }
  if (page.isApp && error === null) return { kind: 'loading' }
  const report = error ?? page.text
  return report === '' ? { kind: 'loading' } : { kind: 'unknown', report: report.slice(0, 200) }
}

/* These functions run in the page, so each contains everything it needs. */

function readPage(): JitsiPage {
  type Message = { messageId?: string; message?: string; messageType?: string; privateMessage?: boolean }
  type Participant = { id: string; name?: string; fakeParticipant?: string }
  type State = Partial<{
    'features/base/conference': {
      error?: { name?: string }
      passwordRequired?: unknown
      lobbyWaitingForHost?: boolean
    }
    'features/base/participants': { remote?: Map<string, Participant>; dominantSpeaker?: string; local?: Participant }
    'features/chat': { messages?: Message[] }
    'features/lobby': { knocking?: boolean; lobbyVisible?: boolean }
    'features/notifications': { notifications?: { props?: { titleKey?: string; descriptionKey?: string } }[] }
  }>
  type Scope = {
    APP?: {
      conference?: { isJoined?: () => boolean }
      store?: { getState: () => State; subscribe: (listener: () => void) => void }
    }
    meetingSpeakers?: { at: number; name: string | null }[]
  }
  const scope = globalThis as Scope
  const store = scope.APP?.store
  const state = store?.getState() ?? {}
  const people = () => [...((store?.getState() ?? {})['features/base/participants']?.remote?.values() ?? [])]
  if (store !== undefined && scope.meetingSpeakers === undefined) {
    const changes: { at: number; name: string | null }[] = (scope.meetingSpeakers = [])
    let before: string | undefined
    const listen = () => {
      const speaker = store.getState()['features/base/participants']?.dominantSpeaker
      if (speaker === before) return
      before = speaker
      changes.push({ at: Date.now(), name: people().find(({ id }) => id === speaker)?.name ?? null })
    }
    listen()
    store.subscribe(listen)
  }
  const conference = state['features/base/conference'] ?? {}
  const lobby = state['features/lobby'] ?? {}
  const isShown = (selector: string) => {
    const element = document.querySelector(selector)
    return element !== null && element.getClientRects().length > 0
  }
  return {
    isApp: store !== undefined,
    isJoined: scope.APP?.conference?.isJoined?.() ?? false,
    isAtEntrance:
      isShown('[data-testid="prejoin.joinMeeting"]') ||
      (isShown('[data-testid="lobby.knockButton"]') && lobby.knocking !== true),
    isInLobby: lobby.knocking === true,
    isWaitingForHost: conference.lobbyWaitingForHost === true,
    isPasswordWanted: conference.passwordRequired !== undefined && conference.passwordRequired !== null,
    error: conference.error?.name ?? null,
    notices: (state['features/notifications']?.notifications ?? []).flatMap(({ props }) => [
      props?.titleKey ?? '',
      props?.descriptionKey ?? '',
    ]),
    others: people()
      .filter(({ fakeParticipant }) => fakeParticipant === undefined)
      .map(({ id, name }) => ({ id, name: name ?? '' })),
    messages: (state['features/chat']?.messages ?? [])
      .filter(({ messageType, privateMessage }) => messageType !== 'error' && privateMessage !== true)
      .map(({ messageId = '', message = '', messageType }) => ({
        id: messageId,
        isOwn: messageType === 'local',
        text: message,
      })),
    speakers: scope.meetingSpeakers?.splice(0) ?? [],
    text: (document.body?.innerText ?? '').trim().slice(0, 200),
  }
}

function sendMessage(message: string): void {
  type Scope = { APP?: { store?: { dispatch: (action: unknown) => void } } }
  ;(globalThis as Scope).APP?.store?.dispatch({ type: 'SEND_MESSAGE', message, ignorePrivacy: true })
}

function hangUp(): void {
  type Scope = { APP?: { conference?: { hangup?: (isFeedbackWanted: boolean) => unknown } } }
  void (globalThis as Scope).APP?.conference?.hangup?.(false)
}
