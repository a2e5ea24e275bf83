import './print.css'
import { useCallback, useEffect, useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { initialView } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { closeComments, CommentsSide, useCommentsShown } from '../../comment/index.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { useMe } from '../../user/index.ts'
import {
  ArticleSidebar,
  browseQuery,
  useRedirectIfHidden,
  type ItemMenu,
  type OpenParagraphs,
} from '../../workspace/index.ts'
import {
  articleParams,
  articleRoute,
  canonicalParams,
  type ArticleParams,
  articleHref,
  requestedLocation,
} from '../article-url.ts'
import { ArticleItemMenu, MissingArticle, VersionPanel } from '../article.parts.ts'
import { ArticleLoadError, ArticleSkeleton } from '../article-states.tsx'
import { ArticleView } from './article-view.tsx'
import { articleQuery, cacheArticle } from '../article.queries.ts'
import { BusyOverlay } from '../busy-overlay.tsx'
import { useShowRecording } from './use-followed-moments.ts'
import { useArticleLinks } from '../article-links.ts'
import { rememberArticle } from '../recent-articles.ts'
import { openCreateArticle } from '../article.dialogs.ts'
import * as texts from '../texts.ts'
import { closeVersions, useVersionsShown } from '../versions/version-panel-state.ts'

const createArticleIn = (workspace: Workspace) => openCreateArticle({ workspaceId: workspace.id })

/** An article within its workspace, for reading. `onSearch` opens the search, which is a feature above this one. */
export function BrowsePage({ onSearch }: { onSearch: () => void }) {
  const params = useArticleParams()
  const { data: browsed, ...browsing } = useQuery(browseQuery(params.workspaceId))
  const request = useQuery(articleQuery(params.articleId))
  const isGone = request.error instanceof ApiError && request.error.status === 404
  // A deleted article stays in the cache when a refetch fails.
  const article = isGone ? undefined : request.data
  // A missing article is reported within its workspace, if that can be read.
  const isLeaving = useRedirectIfHidden(browsing.error ?? (isGone ? null : request.error))
  const failed = isGone ? browsing : request
  useCanonicalUrl(article, params)
  const me = useMe()?.user
  const areVersionsShown = useVersionsShown(article?.id)
  useSinglePanel(article?.id, areVersionsShown)
  const showRecording = useShowRecording(article, useArticleLinks())
  usePageTitle(isGone ? texts.thisArticleWasDeletedOrMoved : article && (article.title || texts.untitled))

  useRememberedArticle(article, me)

  const paragraphs = useOpenParagraphs(article, params)

  const itemMenu: ItemMenu = useCallback(
    (entry, { startReorder }) =>
      browsed && (
        <ArticleItemMenu
          article={entry}
          browsed={browsed}
          openId={params.articleId}
          onReorder={startReorder ?? undefined}
          pdfTab={entry.isFirstTabFilled ? null : undefined}
        />
      ),
    [browsed, params.articleId],
  )

  return (
    <>
      <ArticleSidebar
        workspaceId={params.workspaceId}
        articleId={params.articleId}
        onCreateArticle={createArticleIn}
        itemMenu={itemMenu}
        paragraphs={paragraphs}
      />
      <PageMain tone="paper">
        {article ? (
          <ArticleView key={article.id} article={article} browsed={browsed} params={params} />
        ) : isGone && browsed ? (
          <MissingArticle workspace={browsed.workspace} onSearch={me ? onSearch : undefined} />
        ) : failed.error && !isLeaving ? (
          <ArticleLoadError onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
        ) : (
          <ArticleSkeleton />
        )}
      </PageMain>
      {article && (
        <CommentsSide
          me={me}
          articleId={article.id}
          onShowRecording={showRecording}
          isReadOnly={!article.abilities.comment}
        />
      )}
      {article && areVersionsShown && <VersionPanel article={article} shownVersion={null} onClose={closeVersions} />}
      <BusyOverlay />
    </>
  )
}

/** The command palette offers the articles that were opened last. */
function useRememberedArticle(article: Article | undefined, me: Me | undefined): void {
  useEffect(() => {
    const params = article && articleParams(article)
    if (!params || !me) return
    const { id, title, icon, shortId, slug, duration, workspace } = article
    rememberArticle(`${me.id}:${me.company?.id ?? ''}`, {
      id,
      title,
      icon,
      shortId,
      slug,
      duration,
      workspace,
      url: articleHref(params),
    })
  }, [article, me])
}

/** There is room for only one panel beside the text: the one opened last. */
function useSinglePanel(articleId: string | undefined, areVersionsShown: boolean): void {
  const areCommentsShown = useCommentsShown(articleId)
  useEffect(() => {
    if (areCommentsShown) closeVersions()
  }, [areCommentsShown])
  useEffect(() => {
    if (areVersionsShown) closeComments()
  }, [areVersionsShown])
}

function useArticleParams(): ArticleParams {
  const { workspaceId = '', workspaceSlug = '', articleId = '', articleSlug, part, tab } = useParams({ strict: false })
  return { workspaceId, workspaceSlug, articleId, articleSlug, part, tab }
}

type CanonicalUrlArticle = Parameters<typeof canonicalParams>[0] & Parameters<typeof cacheArticle>[1]

/** Slugs change with titles and articles move, so only ids are looked up. The correct URL replaces the wrong one. */
function useCanonicalUrl(article: CanonicalUrlArticle | undefined, params: ArticleParams): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    const right = article && canonicalParams(article, params)
    if (!article || !right) return
    cacheArticle(queryClient, article)
    void navigate({ to: articleRoute, params: right, search: true, hash: true, replace: true })
    // eslint-disable-next-line react/exhaustive-deps
  }, [article, ...Object.values(params)])
}

/** The paragraphs of a recording for the sidebar tree, unless the page lists them. A single paragraph is the article itself. */
function useOpenParagraphs(article: Article | undefined, params: ArticleParams): OpenParagraphs | undefined {
  const navigate = useNavigate()
  const { part, tab } = params
  const asked = article ? requestedLocation(article, { part, tab }) : null
  const currentId = asked?.paragraphId ?? null
  // Beside the picture they have a list of their own. On narrow screens the tree is a sheet over it.
  const isNarrow = useNarrow()
  const isWatching = article !== undefined && initialView(article, asked?.mode, asked?.tabId).mode === 'video'
  const isListed = isWatching && !isNarrow
  return useMemo(() => {
    if (!article || isListed || article.paragraphs.flatMap((one) => [one, ...one.items]).length < 2) return undefined
    const paramsOf = (slug: string) => articleParams(article, { paragraphSlug: slug })
    return {
      articleId: article.id,
      paragraphs: article.paragraphs,
      currentId,
      hrefOf: (slug) => {
        const target = paramsOf(slug)
        return target ? articleHref(target) : ''
      },
      open: (slug) => {
        const target = paramsOf(slug)
        if (target) void navigate({ to: articleRoute, params: target, resetScroll: false })
      },
    }
  }, [article, isListed, currentId, navigate])
}
