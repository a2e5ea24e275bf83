/** The state of the recorder that pages of an installation receive. Pure. */
import type { ChannelMessage, ChannelState } from '@knowreel/shared/recorder/extension-channel.ts'
import type { Installation } from './installations.ts'
import type { HostState, UploadView } from './messages.ts'
import { interrupted } from './texts.ts'

const channelStates: Readonly<Record<HostState['phase'], ChannelState>> = {
  idle: 'idle',
  asking: 'idle',
  countingDown: 'idle',
  recording: 'recording',
  paused: 'paused',
  stopping: 'stopping',
  uploading: 'uploading',
  done: 'done',
  error: 'error',
}

export function infoMessage(
  id: string,
  { version, installation, state }: { version: string; installation: Installation | null; state: HostState },
): ChannelMessage<'plugin'> {
  const isOurs = installation !== null && state.companyId === installation.companyId
  const isRecording = isOurs && (state.phase === 'recording' || state.phase === 'paused')
  const payload = {
    version,
    isRecording,
    ...(isOurs && state.recordingId !== null ? { sessionId: state.recordingId } : {}),
    capabilities: ['tab', 'window', 'screen', 'camera', ...(installation === null ? [] : ['connected'])],
    ...(installation === null ? {} : { companyId: installation.companyId }),
  }
  return { source: 'plugin', type: 'info', id, payload }
}

/** The messages for the pages of one origin. */
export function stateMessages(state: HostState, origin: string): ChannelMessage<'plugin'>[] {
  const { phase, recordingId, companyId, articleId, elapsed, problem } = state
  const messages: ChannelMessage<'plugin'>[] = []
  if (state.origin === origin && companyId !== null) {
    const payload = {
      state: channelStates[phase],
      sessionId: recordingId ?? '',
      elapsed,
      companyId,
      ...(articleId === null ? {} : { articleId }),
    }
    messages.push({ source: 'plugin', type: 'state', id: '', payload })
    if (phase === 'error' && problem !== null)
      messages.push({
        source: 'plugin',
        type: 'error',
        id: '',
        payload: { code: problem, message: problemTexts[problem], canRetry: problem === 'uploadFailed', companyId },
      })
  }
  return [...messages, ...state.uploads.filter((upload) => upload.origin === origin).flatMap(uploadMessages)]
}

function uploadMessages(upload: UploadView): ChannelMessage<'plugin'>[] {
  const { id: sessionId, companyId, sent: uploaded, total, acceptId, articleId, elapsed, phase, insertAt } = upload
  if (acceptId !== null && articleId !== null)
    return [
      {
        source: 'plugin',
        type: 'recorded',
        id: '',
        payload: {
          sessionId,
          acceptId,
          articleId,
          duration: elapsed,
          companyId,
          ...(insertAt === null ? {} : { insertAt }),
        },
      },
    ]
  const draft = articleId === null ? {} : { articleId }
  const error = (code: string, message: string, canRetry: boolean): ChannelMessage<'plugin'>[] => [
    { source: 'plugin', type: 'error', id: sessionId, payload: { code, message, canRetry, companyId, ...draft } },
  ]
  if (upload.isUnfinished) return error('interrupted', interrupted, true)
  if (phase === 'failed') return error('uploadFailed', upload.message ?? '', upload.canRetry)
  return [{ source: 'plugin', type: 'progress', id: '', payload: { sessionId, uploaded, total, companyId, ...draft } }]
}

export const problemTexts: Readonly<Record<NonNullable<HostState['problem']>, string>> = {
  refused: 'The browser can’t record this. Check what it may use, and try again.',
  sourceGone: 'Sharing ended, so the recording was stopped.',
  noSpace: 'There is no space left on this computer. Everything until then is kept.',
  encoderFailed: 'The browser stopped recording. Everything until then is kept.',
  nothingRecorded: 'Nothing was recorded.',
  uploadFailed: 'The upload of the recording failed. It is kept on this computer.',
}
