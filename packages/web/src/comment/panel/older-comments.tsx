import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { fetchOlderComments } from '../comment.queries.ts'
import * as texts from '../texts.ts'
import styles from './comments-panel.module.css'

type OlderCommentsProps = {
  articleId: string
  /** The cursor at which they begin. */
  before: string
  scroll: RefObject<HTMLElement | null>
  /** A filter is active, so few of them may match: larger pages are loaded. */
  isFiltering: boolean
  /** The order is not chronological, so any of them may belong at the top. */
  mustLoadAll: boolean
}

/** Distance to the end of the list at which older ones are loaded. */
const loadMargin = '0px 0px 800px 0px'

/** The end of a long list, which loads more when it comes near the viewport. */
export function OlderComments({ articleId, before, scroll, isFiltering, mustLoadAll }: OlderCommentsProps) {
  const client = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const hasFailed = failedAt === before
  useEffect(() => {
    if (hasFailed || !end.current) return
    let isOver = false
    const read = () =>
      fetchOlderComments(client, articleId, isFiltering).catch(() => {
        if (!isOver) setFailedAt(before)
      })
    // If the list is still too short, its end is still visible and triggers again.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!mustLoadAll && !entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void read()
      },
      { root: scroll.current, rootMargin: loadMargin },
    )
    observer.observe(end.current)
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [client, articleId, before, scroll, isFiltering, mustLoadAll, hasFailed])
  return (
    <div ref={end} className={styles.rest} role="status">
      {hasFailed ? (
        <>
          <p>{texts.olderCommentsCouldNotBe}</p>
          <Button size="xs" onClick={() => setFailedAt(null)}>
            {texts.tryAgain}
          </Button>
        </>
      ) : (
        <Loader size={18} aria-label={texts.loadingOlderComments} />
      )}
    </div>
  )
}
