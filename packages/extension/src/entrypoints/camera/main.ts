/**
 * The camera bubble in the page that is recorded. Any page could frame it, so it opens the camera only in the tab for
 * which the person has switched it on.
 */
import { browser } from 'wxt/browser'
import { openCamera } from '@knowreel/recorder/capture/index.ts'
import type { HostState, WorkerMessage } from '../../messages.ts'

async function show(): Promise<void> {
  const message: WorkerMessage = { to: 'worker', type: 'command', command: { type: 'getState' } }
  const [tab, state] = await Promise.all([
    browser.tabs.getCurrent(),
    browser.runtime.sendMessage<WorkerMessage, HostState | null>(message),
  ])
  const isWanted = tab?.id !== undefined && tab.id === state?.tabId && state.bubble !== null
  const video = document.querySelector('video')
  if (isWanted && state.bubble !== null && video !== null)
    video.srcObject = await openCamera(state.bubble.cameraId, true)
}

show().catch(() => undefined)
