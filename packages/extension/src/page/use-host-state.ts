import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { idleHost, type HostCommand, type HostState, type WorkerMessage } from '../messages.ts'

export const command = (command: HostCommand): Promise<HostState | null> =>
  browser.runtime.sendMessage<WorkerMessage, HostState | null>({ to: 'worker', type: 'command', command })

export type ShownState = HostState & {
  /** When this state was true, on the clock of this page. */
  readonly shownAt: number
}

/** The current state of the recorder. */
export function useHostState(): ShownState {
  const [state, setState] = useState<ShownState>({ ...idleHost, shownAt: 0 })
  useEffect(() => {
    const show = (next: HostState | null) => next && setState({ ...next, shownAt: performance.now() })
    const listen = (message: WorkerMessage) => {
      if (message?.to === 'worker' && message.type === 'state') show(message.state)
    }
    browser.runtime.onMessage.addListener(listen)
    void command({ type: 'getState' }).then(show)
    return () => browser.runtime.onMessage.removeListener(listen)
  }, [])
  return state
}
