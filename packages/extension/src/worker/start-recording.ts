import { browser } from 'wxt/browser'
import { listInstallations, type Choices } from '../installations.ts'
import { recordingOf } from '../texts.ts'
import type { HostState, RecordingTarget, StartRequest } from '../messages.ts'
import { commandHost } from './host-door.ts'

type Start = { readonly target: RecordingTarget; readonly choices: Choices; readonly tabId: number | null }

/** Null: no installation is connected. */
export async function startRecording({ target, choices, tabId }: Start): Promise<HostState | null> {
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
