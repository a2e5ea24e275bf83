/** The state of the recorder extension as this page knows it; small, because every page loads it. */
import { Store, useStore } from '@tanstack/react-store'
import type { ChannelMessages } from '@knowreel/shared/recorder/extension-channel.ts'

type Plugin = ChannelMessages['plugin']

export type ExtensionUpload =
  | { readonly kind: 'progress'; readonly sent: number; readonly total: number }
  | { readonly kind: 'recorded' }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly canRetry: boolean
      /** The browser or the recorder ended while it was being recorded. */
      readonly isInterrupted: boolean
    }

export type ExtensionState = {
  /** Unknown until it answers, or has had time to. */
  readonly presence: 'unknown' | 'present' | 'absent'
  /** It has a session of its own in this company. */
  readonly isConnected: boolean
  /** It has a session of this person in another company, and is switching to this company. */
  readonly isConnectedElsewhere: boolean
  readonly recording: Plugin['state'] | null
  /** By id of the recording. */
  readonly uploads: Readonly<Record<string, ExtensionUpload>>
  /** By id of the recording: the draft that it is for. */
  readonly drafts: Readonly<Record<string, string>>
}

export const unknownExtension: ExtensionState = {
  presence: 'unknown',
  isConnected: false,
  isConnectedElsewhere: false,
  recording: null,
  uploads: {},
  drafts: {},
}

export const extensionStore = new Store<ExtensionState>(unknownExtension)

export const useExtension = (): ExtensionState => useStore(extensionStore)

const runningStates: ReadonlySet<string> = new Set(['recording', 'paused', 'stopping'])

/** Whether the extension is recording for the draft at the moment. */
export const isRecordingFor = ({ recording }: ExtensionState, articleId: string): boolean =>
  recording !== null && recording.articleId === articleId && runningStates.has(recording.state)

/** The id of the extension's recording for a draft; null if there is none that this page has to show. */
export function useExtensionRecording(articleId: string): string | null {
  const extension = useExtension()
  if (isRecordingFor(extension, articleId)) return extension.recording?.sessionId ?? null
  const found = Object.entries(extension.drafts).find(([, draft]) => draft === articleId)
  const upload = found && extension.uploads[found[0]]
  return found && upload && upload.kind !== 'recorded' ? found[0] : null
}
