import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { Banner } from '../../ui/banner.tsx'
import * as texts from './texts.ts'
import { stepNames, uploadStatusQuery } from './upload-status.query.ts'
import styles from './processing-status.module.css'

type ProcessingStatusProps = {
  videos: readonly Video[]
  /** Thumbnails or peaks have become available, so their URLs must be fetched again. */
  onUpdate: () => void
}

/** Shows editors recordings that end early, and processing that is running or has failed. */
export function ProcessingStatus({ videos, onUpdate }: ProcessingStatusProps) {
  return (
    <>
      {videos.map(
        ({ id, duration, statedDuration }) =>
          duration !== null &&
          statedDuration !== null && (
            <p key={id} className={styles.quiet} role="status">
              <IconAlertTriangle />
              {texts.thisFileEndsEarly(inSeconds(duration), inSeconds(statedDuration))}
            </p>
          ),
      )}
      {videos
        .filter(({ posterUrl, spriteUrl, peaksUrl }) => posterUrl === null || spriteUrl === null || peaksUrl === null)
        .map(({ id }) => (
          <RecordingProcessing key={id} videoId={id} onUpdate={onUpdate} />
        ))}
    </>
  )
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1)

function RecordingProcessing({ videoId, onUpdate }: { videoId: string; onUpdate: () => void }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(uploadStatusQuery(videoId))
  const [isRetrying, setRetrying] = useState(false)
  const steps = data?.steps ?? []
  const done = steps.filter(({ status }) => status === 'done').length
  const known = useRef<number | null>(null)
  useEffect(() => {
    if (data === undefined) return
    if (known.current !== null && done > known.current) onUpdate()
    known.current = done
  }, [data, done, onUpdate])

  const failed = steps.filter(({ status }) => status === 'failed')
  const retryable = failed.filter(({ canRetry }) => canRetry)
  const open = steps.filter(({ status }) => status === 'waiting' || status === 'running')
  const retry = async () => {
    setRetrying(true)
    try {
      for (const { step } of retryable) await api.videoUpload.retry({ params: { id: videoId }, body: { step } })
      await queryClient.invalidateQueries({ queryKey: uploadStatusQuery(videoId).queryKey })
    } catch (error) {
      handleError(error)
    } finally {
      setRetrying(false)
    }
  }

  if (failed.length > 0) {
    const names = failed.map(({ step }) => stepNames[step]).join(', ')
    return (
      <div className={styles.work}>
        <Banner
          icon={<IconAlertTriangle />}
          tone="red"
          action={
            retryable.length > 0 && (
              <Button variant="subtle" loading={isRetrying} onClick={() => void retry()}>
                {texts.retry}
              </Button>
            )
          }
        >
          {names}: {failed[0]?.error ?? 'failed'}
        </Banner>
      </div>
    )
  }
  if (open.length === 0) return null
  return (
    <p className={styles.quiet} role="status">
      <IconSparkles />
      {texts.stillBeingMade}
      {open.map(({ step }) => stepNames[step].toLowerCase()).join(', ')}
    </p>
  )
}
