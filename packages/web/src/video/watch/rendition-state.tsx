import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { RenditionFailure } from '@knowreel/shared/video/video.wire.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { Banner } from '../../ui/banner.tsx'
import * as texts from '../texts.ts'
import styles from './video-player.module.css'

export type Media = Pick<Article, 'videos' | 'rendition' | 'renditionFailure'>

type RenewProps = {
  articleId: string
  renewVideos: () => Promise<Media>
  onRenewed: (media: Media) => void
}

const recheckMs = 5000

/** Readers receive one file with what was published. Shown while it is made, and when that has failed. */
export function MissingRendition({ media, ...renewing }: RenewProps & { media: Media }) {
  const { renewVideos, onRenewed } = renewing
  const check = useRef({ renewVideos, onRenewed })
  useEffect(() => {
    check.current = { renewVideos, onRenewed }
  }, [renewVideos, onRenewed])
  useEffect(() => {
    // A failed check is repeated, too, and after a failure someone may retry.
    const timer = setInterval(() => {
      void check.current.renewVideos().then(check.current.onRenewed, () => undefined)
    }, recheckMs)
    return () => clearInterval(timer)
  }, [])
  const { renditionFailure: failure, videos } = media
  const isAuthor = failure?.canRetry === true || videos.length > 0
  return (
    <div className={styles.watch}>
      <div className={styles.player}>
        <div className={styles.fault} role={failure ? 'alert' : 'status'}>
          {failure ? <IconAlertTriangle aria-hidden /> : <IconHourglass aria-hidden />}
          <p className={styles.faultTitle}>{failure ? texts.theVideoCouldNotBe : texts.theVideoIsBeingPrepared}</p>
          <p>{failure ? (isAuthor ? failure.error : texts.askTheAuthor) : texts.itAppearsHereWhenReady}</p>
          {failure?.canRetry && <RetryButton {...renewing} />}
        </div>
      </div>
    </div>
  )
}

/** For those who can play the recordings themselves and would not notice that readers cannot. */
export function RenditionFailureBanner({ failure, ...renewing }: RenewProps & { failure: RenditionFailure }) {
  return (
    <div className={styles.notice}>
      <Banner
        icon={<IconAlertTriangle />}
        tone="red"
        action={failure.canRetry && <RetryButton {...renewing} isInBanner />}
      >
        {texts.theVideoForReaders(failure.error)}
      </Banner>
    </div>
  )
}

function RetryButton({ articleId, renewVideos, onRenewed, isInBanner }: RenewProps & { isInBanner?: boolean }) {
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    try {
      await api.article.retryRendition({ params: { id: articleId } })
      onRenewed(await renewVideos())
    } catch (error) {
      handleError(error)
    } finally {
      setRetrying(false)
    }
  }
  if (isInBanner)
    return (
      <Button variant="subtle" loading={isRetrying} onClick={() => void retry()}>
        {texts.tryAgain}
      </Button>
    )
  return (
    <button type="button" disabled={isRetrying} onClick={() => void retry()}>
      {texts.tryAgain}
    </button>
  )
}
