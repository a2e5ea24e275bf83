import { useCallback, useMemo } from 'react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { StandaloneArticleProps, LinkTo } from '../article/index.ts'
import type { OpenedLink, SharedSearch } from '../share/index.ts'
import { isClosed, sharedPageQuery, sharedPageKey } from './shared-page.queries.ts'
import { useLinkValidityCheck } from './use-link-validity-check.ts'
import { createFileUrls, type FileUrlRequest, type FileUrls } from '../note/index.ts'
import { api } from '../platform/api/api.ts'
import { readPass } from './link-pass.ts'

/** The page of the current URL, for locations within an article: spread over a Link. */
export type LinkToLocation = (search: SharedSearch) => NonNullable<ReturnType<LinkTo>>

/**
 * The content of a link, and everything needed to read it. The article disappears as soon as any response says that the
 * link has ended.
 */
export function useSharedArticle(link: OpenedLink, search: SharedSearch, locationOf: LinkToLocation) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { article: named } = search
  const root = useQuery(sharedPageQuery(link, null))
  // The list of articles and their company come with the first response.
  const isBelow = named !== undefined && root.data !== undefined && !hasId(root.data.article, named)
  const below = useQuery({ ...sharedPageQuery(link, named ?? null), enabled: isBelow })
  const shown = isBelow ? below : root
  const error = root.error ?? shown.error
  const isGone = error !== null && isClosed(error)

  const addresses = useMemo(() => createSharedFileUrls(link, queryClient), [link, queryClient])
  const articleId = isBelow ? named : null
  const renew = useCallback(
    () => queryClient.fetchQuery({ ...sharedPageQuery(link, articleId), staleTime: 0 }).then(({ article }) => article),
    [queryClient, link, articleId],
  )
  const linkTo = useCallback<LinkTo>(
    (_article, location) =>
      locationOf({
        article: named,
        at: location?.tabSlug ?? location?.paragraphSlug ?? location?.mode,
        ...(location?.time !== undefined && { t: location.time / 1000 }),
      }),
    [locationOf, named],
  )
  const onParagraph = useCallback(
    (at: string) => void navigate({ ...locationOf({ article: named, at }), replace: true, resetScroll: false }),
    [navigate, locationOf, named],
  )
  const article = isGone ? undefined : shown.data?.article
  useLinkValidityCheck(link, article?.id ?? null)
  const reading: StandaloneArticleProps | undefined = article && {
    article,
    part: search.at,
    linkTo,
    addresses,
    refetchUrls: renew,
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

const hasId = ({ id, shortId }: { id: string; shortId: string }, name: string): boolean =>
  id === name || shortId === name

/** Images and attachments of a page opened by a link. */
function createSharedFileUrls(link: OpenedLink, queryClient: QueryClient): FileUrls {
  return createFileUrls(async (request) => {
    try {
      return await requestUrls(link, request)
    } catch (error) {
      // The link has ended while the page was open: it is fetched again, and the article disappears.
      if (isClosed(error)) {
        void queryClient.invalidateQueries({ queryKey: sharedPageKey(link) })
      }
      throw error
    }
  })
}

async function requestUrls({ token, isPrivate }: OpenedLink, { kind, paths, width }: FileUrlRequest) {
  const body = { token, isPrivate, pass: readPass(token), path: [...paths] }
  const { signedUrls } =
    kind === 'image'
      ? await api.sharedBrowse.imageUrl({ body: width === null ? body : { ...body, width } })
      : await api.sharedBrowse.attachmentUrl({ body })
  return signedUrls ?? []
}
