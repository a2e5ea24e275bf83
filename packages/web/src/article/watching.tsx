import { Suspense, useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ArticleVideo } from '../video/index.ts'
import { articleParams, articleRoute, askedPlace } from './article-address.ts'
import { articleQuery } from './article.queries.ts'
import { copyParagraphLink } from './copy-article-link.ts'
import { useTimelineTalk } from './use-timeline-talk.ts'
import styles from './article-view.module.css'

/** The address follows what plays, and leads to it; new addresses of the recordings come with the article. */
export function Watching({ article }: { article: Article }) {
  const navigate = useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  // Another entry of the history is another wish, also when it names the same paragraph. Both from one place: the
  // parameters of the route come a moment after its address.
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const paragraphId = useLocation({ select: ({ pathname }) => paragraphIn(article, pathname) })
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
      // Who is on the way to another page is not called back.
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
  const talk = useTimelineTalk({
    articleId: article.id,
    isOpen: article.workspace?.isArchived !== true,
    isEditing: false,
  })
  return (
    <Suspense fallback={<div className={styles.stage} />}>
      <ArticleVideo
        article={article}
        asked={{ paragraphId, key }}
        renewVideos={renewVideos}
        onParagraph={follow}
        resumeId={article.id}
        talk={talk}
        onCopyLink={(id) => void copyParagraphLink(article, slugOf(id))}
      />
    </Suspense>
  )
}

/** The paragraph that an address of this article names. */
function paragraphIn(article: Article, pathname: string): string | null {
  const [part, tab] = pathname.split('/').slice(6).map(decodeURIComponent)
  return askedPlace(article, { part, tab }).paragraphId
}
