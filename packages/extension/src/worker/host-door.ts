/** Reaches the offscreen document, which is opened when it is first needed. */
import { browser } from 'wxt/browser'
import { idleHost, type HostCommand, type HostMessage, type HostState } from '../messages.ts'

let opening: Promise<void> | null = null

export async function hasHost(): Promise<boolean> {
  const found = await browser.runtime.getContexts({ contextTypes: [browser.runtime.ContextType.OFFSCREEN_DOCUMENT] })
  return found.length > 0
}

async function openHost(): Promise<void> {
  if (await hasHost()) return
  opening ??= browser.offscreen
    .createDocument({
      url: '/offscreen.html',
      reasons: [browser.offscreen.Reason.USER_MEDIA, browser.offscreen.Reason.DISPLAY_MEDIA],
      justification: 'Records the tab, window, screen or camera that you chose, and uploads the recording.',
    })
    .finally(() => (opening = null))
  await opening.catch(async (error: unknown) => {
    // An earlier life of this worker may have opened it in the meantime.
    if (!(await hasHost())) throw error
  })
}

export async function commandHost(command: HostCommand): Promise<HostState> {
  await openHost()
  const message: HostMessage = { to: 'host', command }
  return (await browser.runtime.sendMessage<HostMessage, HostState | null>(message)) ?? idleHost
}

export const readHostState = async (): Promise<HostState> =>
  (await hasHost()) ? commandHost({ type: 'getState' }) : idleHost
