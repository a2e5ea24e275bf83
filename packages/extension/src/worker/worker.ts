/**
 * The service worker relays between pages, popup, bar and the offscreen document that records. It keeps nothing in
 * memory that it needs later: the browser ends it after half a minute without events.
 */
import { browser, type Browser } from 'wxt/browser'
import type { ChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import { originPatterns } from '@knowreel/shared/recorder/installation-origin.ts'
import { infoMessage, stateMessages } from '../channel.ts'
import { extensionUrl } from '../extension-url.ts'
import { findInstallation, readChoices, listInstallations, type Choices } from '../installations.ts'
import type { HostCommand, HostState, TabMessage, WorkerMessage, RecordingTarget, StartRequest } from '../messages.ts'
import { commandHost, hasHost, readHostState } from './host-door.ts'
import { connectInstallation, disconnect, useBridge } from './connection.ts'
import { recordingOf } from '../texts.ts'

type Sender = Browser.runtime.MessageSender

export function startWorker(): void {
  browser.runtime.onMessage.addListener((message: WorkerMessage, sender, respond) => {
    if (message?.to !== 'worker' || sender.id !== browser.runtime.id) return
    answer(message, sender).then(respond, () => respond(null))
    return true
  })
  browser.commands.onCommand.addListener((name, tab) => void onShortcut(name, tab?.id ?? null))
  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === 'complete') void showBarAgain(tabId)
  })
  // Recordings left from an earlier start of the browser are sent as soon as it runs again.
  browser.runtime.onStartup.addListener(() => void commandHost({ type: 'getState' }))
  browser.runtime.onInstalled.addListener(() => void useBridge())
  browser.permissions.onAdded.addListener(() => void useBridge())
  void findInterrupted()
}

const badges = { recording: '●', interrupted: '!' } as const

/** The badge outlives the recorder: if it crashed, it is opened again and finds what it recorded. */
async function findInterrupted(): Promise<void> {
  if ((await browser.action.getBadgeText({})) === badges.recording) await commandHost({ type: 'getState' })
}

async function answer(message: WorkerMessage, sender: Sender): Promise<unknown> {
  switch (message.type) {
    case 'state':
      return isOfExtension(sender) ? publish(message.state) : null
    case 'openDraft':
      return isOfExtension(sender) ? openDraft(message) : null
    case 'start':
      return isOfExtension(sender) ? startRecording(message) : null
    case 'command':
      return mayCommand(message.command, sender) ? commandHost(message.command) : null
    case 'channel':
      return onChannelMessage(message.message, sender)
  }
}

/** Popup, pages of ours and the offscreen document; not the content scripts, whose pages may be hostile. */
const isOfExtension = ({ url, origin }: Sender): boolean => {
  const own = extensionUrl('/')
  return (url ?? `${origin}/`).startsWith(own)
}

const ofTheBar: ReadonlySet<HostCommand['type']> = new Set([
  'startNow',
  'pause',
  'resume',
  'restart',
  'discard',
  'stop',
  'mark',
  'nameMark',
  'hint',
  'finish',
  'getState',
])

const mayCommand = (command: HostCommand, sender: Sender): boolean =>
  isOfExtension(sender) || (sender.frameId === 0 && ofTheBar.has(command.type))

async function publish(state: HostState): Promise<void> {
  const isRecording = state.phase === 'recording' || state.phase === 'paused'
  const isInterrupted = state.uploads.some(({ isUnfinished }) => isUnfinished)
  void browser.action.setBadgeText({
    text: isRecording ? badges.recording : isInterrupted ? badges.interrupted : '',
  })
  void browser.action.setBadgeBackgroundColor({ color: '#cc3a31' })
  if (state.tabId !== null) sendToTab(state.tabId, { to: 'bar', state })
  const origins = new Set([state.origin, ...state.uploads.map(({ origin }) => origin)])
  for (const origin of origins) if (origin !== null) await sendToPages(origin, stateMessages(state, origin))
}

async function sendToPages(origin: string, messages: ChannelMessage<'plugin'>[]): Promise<void> {
  const tabs = await browser.tabs.query({ url: originPatterns(origin, false) }).catch(() => [])
  for (const { id } of tabs) if (id !== undefined) sendToTab(id, { to: 'bridge', messages })
}

const sendToTab = (id: number, message: TabMessage) => void browser.tabs.sendMessage(id, message).catch(() => undefined)

/** A page of the installation that shows the draft already is brought to the front. */
async function openDraft({ origin, shortId }: { origin: string; shortId: string }): Promise<void> {
  const url = `${origin}/draft/${shortId}`
  const [open] = await browser.tabs.query({ url: `${url}*` }).catch(() => [])
  if (open?.id === undefined) await browser.tabs.create({ url })
  else {
    await browser.tabs.update(open.id, { active: true })
    await browser.windows.update(open.windowId, { focused: true }).catch(() => undefined)
  }
}

async function onShortcut(name: string, tabId: number | null): Promise<void> {
  const { phase } = await readHostState()
  const isRecording = phase === 'recording' || phase === 'paused'
  if (name === 'mark-paragraph' && isRecording) {
    await commandHost({ type: 'mark', title: '' })
    return
  }
  if (name === 'pause-or-resume' && isRecording) {
    await commandHost({ type: phase === 'paused' ? 'resume' : 'pause' })
    return
  }
  if (name !== 'start-or-stop') return
  if (isRecording) await commandHost({ type: 'stop' })
  else if (phase === 'countingDown') await commandHost({ type: 'startNow' })
  else {
    const choices = await readChoices()
    const target = { origin: choices.origin, title: '', workspace: null, tags: [], insert: null }
    await startRecording({ target, choices, tabId })
  }
}

/** Navigating removed the bar. Where the extension has no access, recording continues without it. */
async function showBarAgain(tabId: number): Promise<void> {
  if (!(await hasHost())) return
  const state = await readHostState()
  if (state.tabId !== tabId || (state.phase !== 'recording' && state.phase !== 'paused')) return
  await browser.scripting.executeScript({ target: { tabId }, files: ['/bar.js'] }).catch(() => undefined)
}

/** From the page of an installation, whose origin the browser states. Resolves to the answers for that page. */
async function onChannelMessage(
  { type, id, payload }: ChannelMessage<'frontend' | 'api'>,
  { url, frameId }: Sender,
): Promise<ChannelMessage<'plugin'>[]> {
  if (url === undefined || frameId !== 0) return []
  const { origin } = new URL(url)
  if (type === 'session') {
    await connectInstallation(origin, payload)
    return readAll(origin, id)
  }
  if (type === 'getInfo') return readAll(origin, id)
  const installation = await findInstallation(origin)
  if (installation === null) return []
  if (payload.companyId !== undefined && payload.companyId !== installation.companyId) return []
  const state = await readHostState()
  const isOurs = state.origin === origin && state.companyId === installation.companyId
  switch (type) {
    case 'startRecording': {
      const { title = '', workspaceId = '', tags = [], mode, articleId, insertAt } = payload
      const query = { origin, title, workspace: workspaceId, tags: tags.join('\n') }
      if (mode === 'new') await openStartWindow(query)
      else if (articleId !== undefined && insertAt !== undefined)
        await openStartWindow({ ...query, article: articleId, at: String(insertAt) })
      return []
    }
    case 'pause':
    case 'resume':
    case 'stop':
      if (isOurs) await commandHost({ type })
      return []
    case 'cancel':
      if (isOurs) await commandHost({ type: 'discard' })
      return []
    case 'uploadReceived':
    case 'uploadRetry': {
      const upload = state.uploads.find((one) => one.id === payload.sessionId && one.origin === origin)
      if (upload === undefined) return []
      if (type === 'uploadReceived') await commandHost({ type: 'received', id: upload.id })
      else await commandHost({ type: upload.isUnfinished ? 'finish' : 'retry', id: upload.id })
      return []
    }
    case 'articleIdChanged':
    case 'articlePublished':
      await commandHost({ type: 'articleChanged', from: payload.from, to: payload.to })
      return []
    case 'signedOut':
    case 'logout':
      if (isOurs && (state.phase === 'recording' || state.phase === 'paused')) await commandHost({ type: 'stop' })
      await disconnect(installation)
      return readAll(origin, id)
  }
}

/** The messages for a page that has just been opened. */
async function readAll(origin: string, id: string): Promise<ChannelMessage<'plugin'>[]> {
  const [installation, state] = await Promise.all([findInstallation(origin), readHostState()])
  const info = infoMessage(id, { version: browser.runtime.getManifest().version, installation, state })
  return installation === null ? [info] : [info, ...stateMessages(state, origin)]
}

/** A page cannot choose what is recorded: a window of the extension asks. */
async function openStartWindow(query: Record<string, string>): Promise<void> {
  const url = extensionUrl(`/popup.html?${new URLSearchParams(query)}`)
  await browser.windows.create({ url, type: 'popup', width: 376, height: 560 })
}

type Start = { readonly target: RecordingTarget; readonly choices: Choices; readonly tabId: number | null }

/** Null: no installation is connected. */
async function startRecording({ target, choices, tabId }: Start): Promise<HostState | null> {
  const installations = await listInstallations()
  const installation = installations.find(({ origin }) => origin === target.origin) ?? installations[0]
  if (installation === undefined) return null
  const title = target.title || recordingOf(new Date())
  const tab = choices.source === 'tab' && tabId !== null ? await captureTab(tabId) : null
  // The bar belongs to the tab from which the recording was started.
  if (tabId !== null)
    await browser.scripting.executeScript({ target: { tabId }, files: ['/bar.js'] }).catch(() => undefined)
  return commandHost({
    type: 'start',
    request: { target: { ...target, origin: installation.origin, title }, choices, tabId, tab },
  })
}

/** Allowed only for a tab on which the person has just opened the extension. */
async function captureTab(tabId: number): Promise<StartRequest['tab']> {
  const [{ width = 1280, height = 720 }, streamId] = await Promise.all([
    browser.tabs.get(tabId),
    browser.tabCapture.getMediaStreamId({ targetTabId: tabId }),
  ])
  return { streamId, width, height, scale: 1 }
}
