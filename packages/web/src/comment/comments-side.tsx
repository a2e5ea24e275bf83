import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../notification/index.ts'
import { readToken } from '../platform/session/session-token.ts'
import { later } from '../ui/later.tsx'
import { askForComments } from './comment.queries.ts'
import type { CommentedArticle } from './panel-content.tsx'
import { enterArticle, useCommentsShown } from './panel-state.ts'
import { useAskedComment } from './use-asked-comment.ts'

const CommentsPanel = later(() => import('./comments-panel.tsx').then((module) => module.CommentsPanel))

type CommentsSideProps = CommentedArticle & {
  /** Of a draft: the article whose comments it shows as well. */
  originalId?: string | null
}

/** The place of the comments beside an article, for everybody who may see them. Put it after PageMain. */
export function CommentsSide({ originalId = null, ...article }: CommentsSideProps) {
  const { articleId } = article
  const isShown = useCommentsShown(articleId)
  useEffect(() => enterArticle(articleId), [articleId])
  useAskedComment(articleId)
  useArrivingComments(articleId, articleId)
  useArrivingComments(originalId, articleId)
  if (!isShown || readToken() === null) return null
  return <CommentsPanel key={articleId} {...article} />
}

function useArrivingComments(watchedId: string | null, articleId: string): void {
  const queryClient = useQueryClient()
  useLive(watchedId, ({ type }) => {
    if (type === 'comments') void askForComments(queryClient, articleId)
  })
}
