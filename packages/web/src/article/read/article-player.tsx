import { Suspense, useCallback, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { ReaderTranscript } from '../../transcription/index.ts'
import { ArticleVideo, useRequestedTime, type StageAside } from '../../video/index.ts'
import { articleParams, articleRoute, requestedLocation } from '../article-url.ts'
import { articleQuery } from '../article.queries.ts'
import { copyParagraphLink } from '../copy-article-link.ts'
import { useCommentsAndReactions } from './use-comments-and-reactions.ts'
import styles from './article-view.module.css'

/** The URL follows playback and controls it; new URLs of the recordings come with the article. */
export function ArticlePlayer({ article }: { article: Article }) {
  const navigate = useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  // Each history entry is a new request to seek, even if it names the same paragraph. Both values come from the
  // location: the route's parameters arrive a moment later.
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const time = useRequestedTime()
  const paragraphId = useLocation({ select: ({ pathname }) => paragraphIdFromPath(article, pathname) })
  const renewVideos = useCallback(
    () => queryClient.fetchQuery({ ...articleQuery(article.shortId), staleTime: 0 }),
    [queryClient, article.shortId],
  )
  const slugOf = useCallback(
    (id: string) => article.paragraphs.flatMap((one) => [one, ...one.items]).find((one) => one.id === id)?.slug,
    [article.paragraphs],
  )
  const follow = useCallback(
    (id: string) => {
      const params = articleParams(article, { paragraphSlug: slugOf(id) })
      // Do not pull back a user who is navigating to another page.
      const isHere = router.latestLocation.pathname.includes(`/${article.shortId}/`)
      if (params?.part && isHere) {
        void navigate({
          to: articleRoute,
          params,
          replace: true,
          resetScroll: false,
          state: { isFollowing: true },
        })
      }
    },
    [article, slugOf, navigate, router],
  )
  const open = useCallback(
    (id: string) => {
      const params = articleParams(article, { paragraphSlug: slugOf(id) })
      if (params?.part) void navigate({ to: articleRoute, params, resetScroll: false })
      return params?.part !== undefined
    },
    [article, slugOf, navigate],
  )
  const commentsAndReactions = useCommentsAndReactions({
    articleId: article.id,
    isOpen: article.abilities.comment,
    isEditing: false,
  })
  // The recording plays before anything of the transcript is loaded.
  const [isIdle, setIdle] = useState(false)
  useEffect(() => void whenIdle().then(() => setIdle(true)), [])
  const mayComment = commentsAndReactions.me !== null
  const renderAside = useCallback(
    (stage: StageAside) => (
      <Suspense fallback={stage.paragraphs}>
        <ReaderTranscript articleId={article.id} stage={stage} mayComment={mayComment} />
      </Suspense>
    ),
    [article.id, mayComment],
  )
  return (
    <Suspense fallback={<div className={styles.stage} />}>
      <ArticleVideo
        article={article}
        requested={{ paragraphId, time, key }}
        renewVideos={renewVideos}
        onParagraph={follow}
        onOpenParagraph={open}
        resumeId={article.id}
        commentsAndReactions={commentsAndReactions}
        renderAside={isIdle ? renderAside : null}
        onCopyLink={(id) => void copyParagraphLink(article, slugOf(id))}
      />
    </Suspense>
  )
}

/** The paragraph that a URL of this article names. */
function paragraphIdFromPath(article: Article, pathname: string): string | null {
  const [part, tab] = pathname.split('/').slice(6).map(decodeURIComponent)
  return requestedLocation(article, { part, tab }).paragraphId
}
