import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconFileText, IconVideo } from '@tabler/icons-react'
import type { Backlink } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { useArticleLinks } from '../article-links.ts'
import { articleKeys } from '../article.queries.ts'
import * as texts from '../texts.ts'
import styles from './linked-from.module.css'

const backlinksQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...articleKeys.one(id), 'backlinks'],
    queryFn: ({ pageParam, signal }) =>
      api.article.backlinks({ params: { id }, query: { page: String(pageParam) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ articles }, _pages, page) => (articles.length > 0 ? page + 1 : null),
    // The article says enough without them.
    meta: { isErrorShown: true },
  })

/** The articles that link to this one, requested when the reader nears the end of its text. */
export function LinkedFrom({ articleId }: { articleId: string }) {
  const headingId = useId()
  const end = useRef<HTMLElement>(null)
  const isNear = useNear(end)
  const found = useInfiniteQuery({ ...backlinksQuery(articleId), enabled: isNear })
  const pages = found.data?.pages ?? []
  // An article that was changed between two requests is on both pages.
  const articles = [...new Map(pages.flatMap((page) => page.articles).map((one) => [one.id, one])).values()]
  const more = found.hasNextPage ? (pages[0]?.count ?? 0) - articles.length : 0
  const list = useRef<HTMLUListElement>(null)
  const nextIndex = useRef<number | null>(null)

  // The button may be gone, and the new rows are what the person asked for.
  useEffect(() => {
    if (nextIndex.current === null || articles.length <= nextIndex.current) return
    list.current?.children[nextIndex.current]?.querySelector('a')?.focus()
    nextIndex.current = null
  }, [articles.length])

  const showMore = async () => {
    if (found.isFetchingNextPage) return
    nextIndex.current = articles.length
    const { isFetchNextPageError, error } = await found.fetchNextPage()
    if (isFetchNextPageError) handleError(error)
  }

  return (
    <section ref={end} className={styles.end} aria-labelledby={articles.length > 0 ? headingId : undefined}>
      {articles.length > 0 && (
        <>
          <h2 id={headingId} className={styles.head}>
            {texts.linkedFrom}
          </h2>
          <ul ref={list} className={styles.list}>
            {articles.map((article) => (
              <Row key={article.id} article={article} />
            ))}
          </ul>
          {more > 0 && (
            // A button that is disabled while it loads would lose the keyboard.
            <Button
              variant="subtle"
              mod={{ loading: found.isFetchingNextPage }}
              aria-busy={found.isFetchingNextPage}
              onClick={() => void showMore()}
            >
              {texts.showCountMore(more)}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function Row({ article }: { article: Backlink }) {
  const link = useArticleLinks()(article)
  const Icon = article.duration > 0 ? IconVideo : IconFileText
  return (
    link && (
      <li>
        <Link className={styles.row} {...link}>
          <Icon className="kr-icon-16" aria-hidden />
          <span className={styles.title}>{article.title || texts.untitled}</span>
          <span className={styles.workspace}>{article.workspace.title}</span>
        </Link>
      </li>
    )
  )
}

/** How far above the end, in pixels. */
const nearMargin = 600

/** True from when the element was nearly in view. */
function useNear(element: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setNear(true), {
      // A margin counts only for the element that scrolls.
      root: element.current.closest('main'),
      rootMargin: `${nearMargin}px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
