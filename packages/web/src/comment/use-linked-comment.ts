import { useEffect, useMemo, useRef, useState } from 'react'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import { api } from '../platform/api/api.ts'
import { showWarning } from '../ui/toast.ts'
import { usePanel } from './panel-state.ts'

/** The comments, and the one that was asked for where it stands beyond the end of a long list. */
export function useLinkedComment(articleId: string, comments: readonly Comment[]): readonly Comment[] {
  const target = usePanel((panel) => panel.target)
  const [fetched, setFetched] = useState<readonly Comment[]>([])
  const latest = useRef(comments)
  useEffect(() => {
    latest.current = comments
  })
  useEffect(() => {
    if (!target || latest.current.some(({ id }) => id === target.id)) return
    let isOver = false
    fetchWithParent(articleId, target.id).then(
      (found) => !isOver && setFetched((known) => [...known, ...found]),
      () => !isOver && showWarning('This comment is not there any more'),
    )
    return () => {
      isOver = true
    }
    // Another wish for the same comment asks for it again.
  }, [articleId, target])
  return useMemo(() => {
    const ids = new Set(comments.map(({ id }) => id))
    const missing = new Map(fetched.filter(({ id }) => !ids.has(id)).map((comment) => [comment.id, comment]))
    return missing.size === 0 ? comments : [...missing.values(), ...comments]
  }, [comments, fetched])
}

async function fetchWithParent(articleId: string, id: string): Promise<Comment[]> {
  const { comment } = await api.comment.get({ params: { articleId, id } })
  return comment.parentId === null ? [comment] : [...(await fetchWithParent(articleId, comment.parentId)), comment]
}
