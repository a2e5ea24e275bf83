import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCloudUpload, IconPointFilled } from '@tabler/icons-react'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { postToExtension } from '../../platform/extension-message.ts'
import { StageMessage } from '../../ui/page/stage-message.tsx'
import { useMe } from '../../user/index.ts'
import * as texts from '../texts.ts'
import { isRecordingFor, useExtension } from './extension-store.ts'
import styles from './extension-recording.module.css'

/** The draft while the extension records for it or sends the recording. */
export function ExtensionRecording({ articleId, recordingId }: { articleId: string; recordingId: string }) {
  const extension = useExtension()
  const companyId = useMe()?.user.company?.id
  const upload = extension.uploads[recordingId]
  const cancel = async () => {
    const isSure = await confirmAction({
      title: texts.discardTheRecording,
      body: texts.everythingUntilNowIsDeleted,
      confirmLabel: texts.discard,
      isDangerous: true,
    })
    if (isSure) postToExtension('frontend', 'cancel', { companyId })
  }
  if (isRecordingFor(extension, articleId)) {
    const isPaused = extension.recording?.state === 'paused'
    const isStopping = extension.recording?.state === 'stopping'
    return (
      <StageMessage role="status" icon={<IconPointFilled />} isRed title={texts.recordingHasBeenStarted}>
        <p>{texts.extensionIsRecording}</p>
        <div className={styles.buttons}>
          <Button
            variant="filled"
            disabled={isStopping}
            onClick={() => postToExtension('frontend', 'stop', { companyId })}
          >
            {texts.stop}
          </Button>
          <Button
            disabled={isStopping}
            onClick={() => postToExtension('frontend', isPaused ? 'resume' : 'pause', { companyId })}
          >
            {isPaused ? texts.resume : texts.pause}
          </Button>
          <Button variant="subtle" color="red" disabled={isStopping} onClick={() => void cancel()}>
            {texts.cancelRecording}
          </Button>
        </div>
      </StageMessage>
    )
  }
  if (upload?.kind === 'failed')
    return (
      <StageMessage role="alert" icon={<IconAlertTriangle />} isRed title={upload.message || texts.error}>
        <p>{texts.keptOnThisComputer}</p>
        {upload.canRetry && (
          <Button
            variant="filled"
            onClick={() => postToExtension('frontend', 'uploadRetry', { sessionId: recordingId, companyId })}
          >
            {upload.isInterrupted ? texts.finishRecording : texts.tryAgain}
          </Button>
        )}
      </StageMessage>
    )
  const { sent, total } = upload?.kind === 'progress' ? upload : { sent: 0, total: 0 }
  const percent = total === 0 ? 0 : Math.min(100, (sent / total) * 100)
  return (
    <StageMessage role="status" icon={<IconCloudUpload />} title={texts.extensionIsUploading}>
      <Progress value={percent} className={styles.progress} aria-label={texts.extensionIsUploading} />
      <p>{texts.youCanKeepWorking}</p>
    </StageMessage>
  )
}
