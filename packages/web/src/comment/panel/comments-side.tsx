import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../notification/index.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { removeSearchParameter } from '../../ui/page/remove-search-parameter.ts'
import { refetchComments } from '../comment.queries.ts'
import type { CommentedArticle } from './panel-content.tsx'
import { registerArticle, useCommentsShown, getPanelState, showComment } from './panel-state.ts'
import { useLocation, useRouter } from '@tanstack/react-router'

/** Milliseconds before the panel opens, so that the article is rendered first. */
const openDelayMs = 300

/** Handles `?showComment=` in the URL: removes it, then opens the panel at that comment. */
function useRequestedComment(articleId: string): void {
  const router = useRouter()
  const asked = useLocation({ select: ({ search }) => readCommentId(search) })
  useEffect(() => {
    if (asked === null) return
    removeSearchParameter(router, 'showComment')
    // Removing the parameter runs this effect again, which must not cancel the request.
    setTimeout(() => {
      if (getPanelState().articleId === articleId) showComment(asked)
    }, openDelayMs)
  }, [asked, articleId, router])
}

function readCommentId(search: object): string | null {
  const id = 'showComment' in search ? search.showComment : null
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

const CommentsPanel = lazyWhenIdle(() => import('./comments-panel.tsx').then((module) => module.CommentsPanel))

type CommentsSideProps = CommentedArticle & {
  /** For a draft: the published article whose comments are shown too. */
  originalId?: string | null
}

/** The comments column beside an article, for everyone who may see it. Render it after PageMain. */
export function CommentsSide({ originalId = null, ...article }: CommentsSideProps) {
  const { articleId } = article
  const isShown = useCommentsShown(articleId)
  useEffect(() => registerArticle(articleId), [articleId])
  useRequestedComment(articleId)
  useCommentUpdates(articleId, articleId)
  useCommentUpdates(originalId, articleId)
  if (!isShown || readToken() === null) return null
  return <CommentsPanel key={articleId} {...article} />
}

function useCommentUpdates(watchedId: string | null, articleId: string): void {
  const queryClient = useQueryClient()
  useLive(watchedId, ({ type }) => {
    if (type === 'comments') void refetchComments(queryClient, articleId)
  })
}
