import type { ReactNode } from 'react'
import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudUpload, IconLoader2, IconMovie } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { uploadProgress } from '@knowreel/shared/video/upload/upload-progress.rules.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showError } from '../../ui/toast/toast.ts'
import type { ChosenFile } from './chosen-file.ts'
import { FileButton } from './file-button.tsx'
import { beginUpload, useHideUploadFromTray, useDraftUpload, withUploads } from './page-uploads.ts'
import * as texts from './texts.ts'
import { UploadButtons } from './upload-buttons.tsx'
import type { UploadItem } from './upload-item.ts'
import { UploadProgress } from './upload-progress.tsx'
import { stepNames, uploadStatusQuery } from './upload-status.query.ts'
import { validateVideoFile } from './video-type.ts'
import styles from './recording-progress.module.css'

type RecordingProgressProps = {
  draftId: string
  acceptSessionId: string | null
  /** The person who started the upload, if it was someone else. */
  startedBy: string | null
  /** Saves the draft after the upload was cancelled or restarted. Returns its id: another one if it was published. */
  onSave: (change: { isNotUploadedVideo: boolean; acceptSessionId?: null }) => Promise<string>
}

/** The maximum while processing; nothing stays at 99 %. */
const maxWaitingPercent = 95

/** Replaces the player until the first playable file is available. */
export function RecordingProgress({ draftId, acceptSessionId, startedBy, onSave }: RecordingProgressProps) {
  const item = useDraftUpload(draftId)
  useHideUploadFromTray(draftId, true)
  const acceptId = acceptSessionId ?? item?.state.acceptId ?? null
  const isHere = item !== null && item.state.acceptId === null && item.blocker !== 'elsewhere'
  const { data: status } = useQuery({ ...uploadStatusQuery(acceptId ?? ''), enabled: acceptId !== null && !isHere })

  const begin = async ({ file, handle }: ChosenFile) => {
    const refusal = await validateVideoFile(file)
    if (refusal !== null) return showError(refusal)
    if (item) await withUploads((uploads) => uploads.dismiss(item.id))
    const articleId = await onSave({ isNotUploadedVideo: true, acceptSessionId: null })
    await beginUpload({ file, handle, articleId })
  }
  const remove = async () => {
    const isConfirmed = await confirmAction({
      title: texts.removeTheRecording,
      body: texts.theArticleHasNoRecording,
      confirmLabel: texts.removeRecording,
      isDangerous: true,
    })
    if (!isConfirmed) return
    if (item) await withUploads((uploads) => uploads.dismiss(item.id))
    await onSave({ isNotUploadedVideo: false })
  }
  const others = (
    <>
      <FileButton onFile={(chosen) => void begin(chosen).catch(handleError)}>{texts.chooseAnotherFile}</FileButton>
      <Button variant="subtle" onClick={() => void remove().catch(handleError)}>
        {texts.removeTheRecording}
      </Button>
    </>
  )

  if (isHere) {
    const isDead = item.state.phase === 'failed' && !item.state.canRetry
    return <Uploading item={item}>{isDead ? others : <UploadButtons item={item} />}</Uploading>
  }
  if (status?.status === 'error') return <Failed videoId={acceptId ?? ''} status={status} others={others} />
  if (acceptId !== null) return <Preparing status={status ?? null} />
  return (
    <Stage
      icon={<IconCloudUpload />}
      title={startedBy === null ? texts.theRecordingIsBeingUploaded : texts.byWhomIsUploadingTheRecording(startedBy)}
      text={texts.theUploadContinuesOnDevice}
    >
      {others}
    </Stage>
  )
}

type Status = Awaited<ReturnType<typeof api.videoUpload.status>>

function Uploading({ item, children }: { item: UploadItem; children: ReactNode }) {
  const isFailed = item.state.phase === 'failed'
  return (
    <Stage
      icon={isFailed ? <IconAlertTriangle /> : <IconCloudUpload />}
      isFailed={isFailed}
      title={
        isFailed
          ? texts.theUploadFailed
          : item.state.phase === 'paused'
            ? texts.uploadPaused
            : texts.uploadingTheRecording
      }
      name={item.name}
      progress={<UploadProgress item={item} />}
      text={isFailed ? undefined : resumeHint(item)}
    >
      {children}
    </Stage>
  )
}

const resumeHint = ({ isFilePersisted, blocker, state }: UploadItem): string | undefined => {
  if (blocker !== null) return undefined
  if (state.phase === 'paused') return texts.itWaitsUntilYouResume
  return isFilePersisted ? texts.youCanKeepWorkingIf : texts.youCanKeepWorking
}

function Preparing({ status }: { status: Status | null }) {
  // The draft receives the recording a moment after its processing has ended.
  const percent = uploadProgress({ sent: 1, total: 1, processing: Math.min(maxWaitingPercent, status?.progress ?? 0) })
  return (
    <Stage
      icon={<IconMovie />}
      title={texts.preparingTheRecording}
      progress={
        <span className={styles.percent}>
          <Progress value={percent} size={4} aria-label={texts.preparingTheRecording} color="var(--stage-accent)" />
          <span>{percent} %</span>
        </span>
      }
      text={texts.youCanCloseThisTab}
    >
      <ul className={styles.steps}>
        {(['probe', 'remux'] as const).map((name) => (
          <Step key={name} name={name} state={status?.steps.find(({ step }) => step === name)?.status ?? 'waiting'} />
        ))}
      </ul>
    </Stage>
  )
}

function Step({ name, state }: { name: 'probe' | 'remux'; state: Status['steps'][number]['status'] }) {
  const isDone = state === 'done' || state === 'skipped'
  return (
    <li data-state={isDone ? 'done' : state}>
      {isDone ? <IconCheck /> : state === 'running' ? <IconLoader2 className={styles.turning} /> : <i />}
      {stepNames[name]}
    </li>
  )
}

function Failed({ videoId, status, others }: { videoId: string; status: Status; others: ReactNode }) {
  const queryClient = useQueryClient()
  const failed = status.steps.find((step) => step.status === 'failed')
  const retry = async (step: Status['steps'][number]['step']) => {
    await api.videoUpload.retry({ params: { id: videoId }, body: { step } })
    await queryClient.invalidateQueries({ queryKey: uploadStatusQuery(videoId).queryKey })
  }
  return (
    <Stage
      icon={<IconAlertTriangle />}
      isFailed
      title={texts.theRecordingCantBeUsed}
      text={status.error ?? texts.processingItFailed}
    >
      {failed?.canRetry && <Button onClick={() => void retry(failed.step).catch(handleError)}>{texts.retry}</Button>}
      {others}
    </Stage>
  )
}

type StageProps = {
  icon: ReactNode
  title: string
  name?: string
  progress?: ReactNode
  text?: string
  isFailed?: boolean
  children?: ReactNode
}

function Stage({ icon, title, name, progress, text, isFailed, children }: StageProps) {
  return (
    <section className={styles.stage} aria-label={texts.recording} data-failed={isFailed || undefined}>
      <div className={styles.middle}>
        {icon}
        <div role={isFailed ? 'alert' : 'status'}>
          <h2 className={styles.title}>{title}</h2>
        </div>
        {name && <p className={styles.name}>{name}</p>}
        {progress && <div className={styles.progress}>{progress}</div>}
        {text && <p className={styles.text}>{text}</p>}
        <div className={styles.buttons}>{children}</div>
      </div>
    </section>
  )
}
