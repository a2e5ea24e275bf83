import { useCallback, useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ArticleReadingProps, LinkTo } from '../../article/index.ts'
import type { OpenedLink, SharedSearch } from '../shared-address.ts'
import { sharedFiles } from './shared-files.ts'
import { isLocked, isNotFound, sharedPageQuery } from './shared-page.queries.ts'
import { useLinkWatch } from './use-link-watch.ts'

/** The page of the address, for the places within an article: spread over a Link. */
export type PlaceOf = (search: SharedSearch) => NonNullable<ReturnType<LinkTo>>

/** What a link opens, and what its reading needs. The article is gone as soon as any answer says so. */
export function useSharedArticle(link: OpenedLink, search: SharedSearch, placeOf: PlaceOf) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { article: named } = search
  const root = useQuery(sharedPageQuery(link, null))
  // The list of articles and whose they are come with the first.
  const isBelow = named !== undefined && root.data !== undefined && !isNamed(root.data.article, named)
  const below = useQuery({ ...sharedPageQuery(link, named ?? null), enabled: isBelow })
  const shown = isBelow ? below : root
  const error = root.error ?? shown.error
  const isGone = error !== null && (isNotFound(error) || isLocked(error))

  const addresses = useMemo(() => sharedFiles(link, queryClient), [link, queryClient])
  const articleId = isBelow ? named : null
  const renew = useCallback(
    () => queryClient.fetchQuery({ ...sharedPageQuery(link, articleId), staleTime: 0 }).then(({ article }) => article),
    [queryClient, link, articleId],
  )
  const linkTo = useCallback<LinkTo>(
    (_article, place) => placeOf({ article: named, at: place?.tabSlug ?? place?.paragraphSlug ?? place?.mode }),
    [placeOf, named],
  )
  const onParagraph = useCallback(
    (at: string) => void navigate({ ...placeOf({ article: named, at }), replace: true, resetScroll: false }),
    [navigate, placeOf, named],
  )
  const article = isGone ? undefined : shown.data?.article
  useLinkWatch(link, article?.id ?? null)
  const reading: ArticleReadingProps | undefined = article && {
    article,
    part: search.at,
    linkTo,
    addresses,
    renew,
    onParagraph,
  }
  return {
    root: root.data,
    shown: isGone ? undefined : shown.data,
    reading,
    error,
    retry: () => void Promise.all([root.refetch(), isBelow && below.refetch()]),
    isRetrying: root.isFetching || below.isFetching,
  }
}

const isNamed = ({ id, shortId }: { id: string; shortId: string }, name: string): boolean =>
  id === name || shortId === name
