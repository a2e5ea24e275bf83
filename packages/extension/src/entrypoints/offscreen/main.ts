import { browser } from 'wxt/browser'
import { createRecorderHost } from '../../host/recorder-host.ts'
import type { HostMessage, WorkerMessage } from '../../messages.ts'

const send = (message: WorkerMessage) => void browser.runtime.sendMessage(message).catch(() => undefined)

const host = createRecorderHost({
  onState: (state) => send({ to: 'worker', type: 'state', state }),
  onDraftReady: (origin, shortId) => send({ to: 'worker', type: 'openDraft', origin, shortId }),
})

browser.runtime.onMessage.addListener((message: HostMessage, sender, respond) => {
  // Content scripts reach the recorder only through the service worker, which checks where they run.
  if (message?.to !== 'host' || sender.id !== browser.runtime.id || !isOfExtension(sender.url ?? sender.origin)) return
  host.handle(message.command).then(respond, () => respond(null))
  return true
})

const isOfExtension = (address: string | undefined): boolean =>
  address === undefined || address.startsWith(`${location.origin}/`)
