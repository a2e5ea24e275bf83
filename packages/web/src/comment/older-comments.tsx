import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { readOlderComments } from './comment.queries.ts'
import styles from './comments-panel.module.css'

type OlderCommentsProps = {
  articleId: string
  /** Where they begin. */
  before: string
  scroll: RefObject<HTMLElement | null>
  /** Few of them may be shown, so many are read at once. */
  isChoosing: boolean
  /** Their order is not that of their age: any of them may stand at the top. */
  isAllWanted: boolean
}

/** How near the end of the list has to come for older ones to be read. */
const near = '0px 0px 800px 0px'

/** The end of a long list, which goes on when somebody comes near it. */
export function OlderComments({ articleId, before, scroll, isChoosing, isAllWanted }: OlderCommentsProps) {
  const client = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const hasFailed = failedAt === before
  useEffect(() => {
    if (hasFailed || !end.current) return
    let isOver = false
    const read = () =>
      readOlderComments(client, articleId, isChoosing).catch(() => {
        if (!isOver) setFailedAt(before)
      })
    // A list that is still too short shows its end again, and goes on.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!isAllWanted && !entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void read()
      },
      { root: scroll.current, rootMargin: near },
    )
    observer.observe(end.current)
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [client, articleId, before, scroll, isChoosing, isAllWanted, hasFailed])
  return (
    <div ref={end} className={styles.rest} role="status">
      {hasFailed ? (
        <>
          <p>Older comments could not be loaded.</p>
          <Button size="xs" onClick={() => setFailedAt(null)}>
            Try again
          </Button>
        </>
      ) : (
        <Loader size={18} aria-label="Loading older comments" />
      )}
    </div>
  )
}
