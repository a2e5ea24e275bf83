/**
 * Runs in the pages of an installation and passes messages between page and extension. It knows no secret: what it sends
 * to the page anybody's script on that page could read.
 */
import { browser } from 'wxt/browser'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { readChannelMessage, type ChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import type { TabMessage, WorkerMessage } from '../messages.ts'

export default defineUnlistedScript(() => {
  const toPage = (messages: readonly ChannelMessage<'plugin'>[] | null) => {
    for (const message of messages ?? []) window.postMessage(message, location.origin)
  }
  window.addEventListener('message', (event) => {
    const message = readChannelMessage(event, { origin: location.origin, window }, ['frontend', 'api'])
    if (message === null) return
    const sent: WorkerMessage = { to: 'worker', type: 'channel', message }
    // After an update of the extension, this script of the old version reaches nobody.
    browser.runtime
      .sendMessage<WorkerMessage, ChannelMessage<'plugin'>[] | null>(sent)
      .then(toPage)
      .catch(() => undefined)
  })
  browser.runtime.onMessage.addListener((message: TabMessage) => {
    if (message.to === 'bridge') toPage(message.messages)
  })
})
