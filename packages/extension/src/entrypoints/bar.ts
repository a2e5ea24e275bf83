import { browser } from 'wxt/browser'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { openBar } from '../bar/bar.ts'
import type { HostState, TabMessage, WorkerMessage } from '../messages.ts'

declare global {
  // oxlint-disable-next-line no-var
  var isKnowreelBarInjected: boolean | undefined
}

export default defineUnlistedScript(() => {
  // The service worker injects it again whenever it may be missing.
  if (globalThis.isKnowreelBarInjected) return
  globalThis.isKnowreelBarInjected = true
  const shownPhases = ['asking', 'countingDown', 'recording', 'paused']
  let bar: ReturnType<typeof openBar> | null = null
  const show = (state: HostState | null) => {
    if (state === null || (bar === null && !shownPhases.includes(state.phase))) return
    bar ??= openBar(() => (bar = null))
    bar.show(state)
  }
  browser.runtime.onMessage.addListener((message: TabMessage) => {
    if (message.to === 'bar') show(message.state)
  })
  const asked: WorkerMessage = { to: 'worker', type: 'command', command: { type: 'getState' } }
  browser.runtime
    .sendMessage<WorkerMessage, HostState | null>(asked)
    .then(show)
    .catch(() => undefined)
})
