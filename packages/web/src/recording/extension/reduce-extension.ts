import type { ChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import type { ExtensionState } from './extension-store.ts'

/** Messages about recordings of other companies are ignored. */
export function reduceExtension(
  state: ExtensionState,
  message: ChannelMessage<'plugin'>,
  companyId: string,
): ExtensionState {
  if (message.type === 'info') {
    const { capabilities, companyId: connectedTo } = message.payload
    const isPaired = capabilities.includes('connected')
    const isConnected = isPaired && connectedTo === companyId
    return { ...state, presence: 'present', isConnected, isConnectedElsewhere: isPaired && !isConnected }
  }
  if (message.payload.companyId !== companyId) return state
  switch (message.type) {
    case 'state': {
      const { sessionId, articleId } = message.payload
      const drafts =
        articleId === undefined || sessionId === '' ? state.drafts : { ...state.drafts, [sessionId]: articleId }
      return { ...state, recording: message.payload, drafts }
    }
    case 'progress': {
      const { sessionId, uploaded, total } = message.payload
      return withUpload(state, sessionId, { kind: 'progress', sent: uploaded, total })
    }
    case 'recorded': {
      const { sessionId, articleId } = message.payload
      const next = withUpload(state, sessionId, { kind: 'recorded' })
      return { ...next, drafts: { ...state.drafts, [sessionId]: articleId } }
    }
    case 'error': {
      const { message: text, canRetry } = message.payload
      return message.id === '' ? state : withUpload(state, message.id, { kind: 'failed', message: text, canRetry })
    }
  }
}

const withUpload = (state: ExtensionState, id: string, upload: ExtensionState['uploads'][string]): ExtensionState => ({
  ...state,
  uploads: { ...state.uploads, [id]: upload },
})
