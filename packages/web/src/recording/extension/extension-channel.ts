/** Listens to the recorder extension, and speaks to it in the name of the signed-in person's company. */
import { readChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import { api } from '../../platform/api/api.ts'
import { postToExtension } from '../../platform/extension-message.ts'
import { extensionStore, unknownExtension } from './extension-store.ts'
import { reduceExtension } from './reduce-extension.ts'

/** Without an answer after this time, the extension is not installed. */
const answerMs = 5000

/** For an account and company, until the returned function is called. */
export function openExtensionChannel(owner: string): () => void {
  const companyId = owner.split(':')[1] ?? ''
  extensionStore.setState(() => unknownExtension)
  let isFollowing = false
  const listen = (event: MessageEvent) => {
    const message = readChannelMessage(event, { origin: location.origin, window }, ['plugin'])
    if (message === null) return
    const next = reduceExtension(extensionStore.state, message, companyId)
    if (next !== extensionStore.state) extensionStore.setState(() => next)
    const { payload } = message
    if (message.type === 'recorded' && payload.companyId === companyId)
      void import('./insert-with-extension.ts').then(({ receiveRecording }) => receiveRecording(owner, message.payload))
    // It follows the person into the company of this page, once.
    if (next.isConnectedElsewhere && !isFollowing) {
      isFollowing = true
      connectExtension(companyId).catch(() => undefined)
    }
  }
  window.addEventListener('message', listen)
  postToExtension('frontend', 'getInfo', { companyId })
  const timer = setTimeout(
    () => extensionStore.setState((state) => (state.presence === 'unknown' ? { ...state, presence: 'absent' } : state)),
    answerMs,
  )
  return () => {
    window.removeEventListener('message', listen)
    clearTimeout(timer)
  }
}

/** Gives the extension a session of its own; the session of the page never leaves it. */
export async function connectExtension(companyId: string): Promise<void> {
  const { token } = await api.session.extensionTicket()
  postToExtension('api', 'session', { token, apiUrl: location.origin, companyId })
}
