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
      const drafts = assign(state.drafts, sessionId, articleId)
      return { ...state, recording: message.payload, drafts }
    }
    case 'progress': {
      const { sessionId, uploaded, total, articleId } = message.payload
      return withUpload(state, sessionId, { kind: 'progress', sent: uploaded, total }, articleId)
    }
    case 'recorded': {
      const { sessionId, articleId } = message.payload
      return withUpload(state, sessionId, { kind: 'recorded' }, articleId)
    }
    case 'error': {
      const { code, message: text, canRetry, articleId } = message.payload
      if (message.id === '') return state
      const isInterrupted = code === 'interrupted'
      const recording = isInterrupted && state.recording?.sessionId === message.id ? null : state.recording
      const upload = { kind: 'failed', message: text, canRetry, isInterrupted } as const
      return withUpload({ ...state, recording }, message.id, upload, articleId)
    }
  }
}

const withUpload = (
  state: ExtensionState,
  id: string,
  upload: ExtensionState['uploads'][string],
  articleId?: string,
): ExtensionState => ({
  ...state,
  uploads: { ...state.uploads, [id]: upload },
  drafts: assign(state.drafts, id, articleId),
})

/** A draft has one recording at a time: one that was begun again, or given up, is replaced by the next. */
function assign(drafts: ExtensionState['drafts'], id: string, articleId?: string): ExtensionState['drafts'] {
  if (articleId === undefined || id === '' || drafts[id] === articleId) return drafts
  return { ...Object.fromEntries(Object.entries(drafts).filter(([, draft]) => draft !== articleId)), [id]: articleId }
}
