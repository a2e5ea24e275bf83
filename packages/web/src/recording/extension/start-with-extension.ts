import type { ChannelMessages } from '@knowreel/shared/recorder/extension-channel.ts'
import { postToExtension } from '../../platform/extension-message.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { extensionStore, isRecordingFor } from './extension-store.ts'

/** A person who has not chosen by then has changed their mind. */
const patienceMs = 10 * 60_000

/** `onDraft` receives the id of the draft once the extension records for it. */
export function startWithExtension(
  request: ChannelMessages['frontend']['startRecording'],
  onDraft: (articleId: string) => void,
): void {
  postToExtension('frontend', 'startRecording', request)
  showSuccess(texts.windowHasOpened)
  const subscription = extensionStore.subscribe((state) => {
    const articleId = state.recording?.articleId
    if (articleId === undefined || !isRecordingFor(state, articleId)) return
    end()
    onDraft(articleId)
  })
  const timer = setTimeout(() => end(), patienceMs)
  const end = () => {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}
