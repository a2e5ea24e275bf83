import { useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import { api } from '../../platform/api/api.ts'
import { showWarning } from '../../ui/toast/toast.ts'
import { isInLoadedRange, type CommentList } from '../comment-pages.ts'
import { commentsQuery, fetchOlderComments } from '../comment.queries.ts'
import * as texts from '../texts.ts'
import { usePanelState } from './panel-state.ts'

/**
 * The comments, including a requested one beyond the loaded part of a long list. The list is loaded that far first,
 * because comments inserted above later would push the requested one out of view.
 */
export function useCommentsWithTarget(articleId: string, list: CommentList): readonly Comment[] {
  const { comments } = list
  const client = useQueryClient()
  const target = usePanelState((panel) => panel.target)
  const [fetched, setFetched] = useState<readonly Comment[]>([])
  const latest = useRef(comments)
  useEffect(() => {
    latest.current = comments
  })
  useEffect(() => {
    if (!target || latest.current.some(({ id }) => id === target.id)) return
    let isOver = false
    fetchWithParent(articleId, target.id).then(
      async (found) => {
        await loadBackTo(client, articleId, found.at(-1), () => isOver)
        if (!isOver) setFetched((known) => [...known, ...found])
      },
      () => !isOver && showWarning(texts.thisCommentNoLongerExists),
    )
    return () => {
      isOver = true
    }
    // A new request for the same comment fetches it again.
  }, [client, articleId, target])
  return useMemo(() => {
    const ids = new Set(comments.map(({ id }) => id))
    // A comment within the loaded range that the list lacks was deleted.
    const beyond = fetched.filter((comment) => !ids.has(comment.id) && !isInLoadedRange(list, comment))
    const missing = new Map(beyond.map((comment) => [comment.id, comment]))
    return missing.size === 0 ? comments : [...missing.values(), ...comments]
  }, [list, comments, fetched])
}

async function loadBackTo(
  client: QueryClient,
  articleId: string,
  wanted: Comment | undefined,
  isOver: () => boolean,
): Promise<void> {
  const read = () => client.getQueryData(commentsQuery(articleId).queryKey)
  try {
    for (let list = read(); wanted && list && !isInLoadedRange(list, wanted) && !isOver(); list = read()) {
      await fetchOlderComments(client, articleId, true)
    }
  } catch {
    // The comment itself is still shown; scrolling there loads the rest.
  }
}

async function fetchWithParent(articleId: string, id: string): Promise<Comment[]> {
  const { comment } = await api.comment.get({ params: { articleId, id } })
  return comment.parentId === null ? [comment] : [...(await fetchWithParent(articleId, comment.parentId)), comment]
}
