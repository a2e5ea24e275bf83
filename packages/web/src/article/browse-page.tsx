import './print.css'
import { useCallback, useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { closeComments, CommentsSide, useCommentsShown } from '../comment/index.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { PageMain } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { showError } from '../ui/toast.ts'
import { useMe } from '../user/index.ts'
import { ArticleSidebar, browseQuery, useLeaveWhenHidden, type ItemMenu } from '../workspace/index.ts'
import { articleParams, articleRoute, correctedParams, type ArticleParams } from './article-address.ts'
import { ArticleItemMenu } from './lazy-article-item-menu.tsx'
import { ArticleLoadError, ArticleSkeleton } from './article-states.tsx'
import { ArticleView } from './article-view.tsx'
import { articleQuery, rememberArticle } from './article.queries.ts'
import { BusyOverlay } from './busy-overlay.tsx'
import { openCreateArticle } from './open-create-article.ts'
import { useOpenParagraphs } from './use-open-paragraphs.ts'
import { VersionPanel } from './versions/lazy-version-panel.tsx'
import { closeVersions, useVersionsShown } from './versions/version-panel-state.ts'

const createIn = (workspace: Workspace) => openCreateArticle({ workspaceId: workspace.id })

/** An article among the others of its workspace, for reading. */
export function BrowsePage() {
  const params = useArticleParams()
  const { data: browsed, error } = useQuery(browseQuery(params.workspaceId))
  const { data: article, ...request } = useQuery(articleQuery(params.articleId))
  const isGone = request.error instanceof ApiError && request.error.status === 404
  // Whether the workspace can be read decides where a missing article leads.
  const isLeaving = useLeaveWhenHidden(error ?? (isGone ? null : request.error))
  useWorkspaceInstead(isGone ? browsed?.workspace : undefined)
  useRightAddress(article, params)
  const me = useMe()?.user
  const areVersionsShown = useVersionsShown(article?.id)
  useOnePanel(article?.id, areVersionsShown)
  const showRecording = useShowRecording(article)
  usePageTitle(article && (article.title || 'Untitled'))

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
        onCreateArticle={createIn}
        itemMenu={itemMenu}
        paragraphs={paragraphs}
      />
      <PageMain tone="paper">
        {article ? (
          <ArticleView key={article.id} article={article} browsed={browsed} params={params} />
        ) : request.error && !isLeaving && !isGone ? (
          <ArticleLoadError onRetry={() => void request.refetch()} isRetrying={request.isFetching} />
        ) : (
          <ArticleSkeleton />
        )}
      </PageMain>
      {article && (
        <CommentsSide
          me={me}
          articleId={article.id}
          onShowRecording={article.duration > 0 ? showRecording : undefined}
        />
      )}
      {article && areVersionsShown && <VersionPanel article={article} shownVersion={null} onClose={closeVersions} />}
      <BusyOverlay />
    </>
  )
}

/** Beside the text there is room for one of them: the one that was opened last. */
function useOnePanel(articleId: string | undefined, areVersionsShown: boolean): void {
  const areCommentsShown = useCommentsShown(articleId)
  useEffect(() => {
    if (areCommentsShown) closeVersions()
  }, [areCommentsShown])
  useEffect(() => {
    if (areVersionsShown) closeComments()
  }, [areVersionsShown])
}

/** From a moment that a comment speaks about to the recording, when the notes are on the screen. */
function useShowRecording(article: Article | undefined): (hasPlayer: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (hasPlayer) => {
      const params = article && articleParams(article, { mode: 'video' })
      if (params && !hasPlayer) void navigate({ to: articleRoute, params, resetScroll: false })
    },
    [article, navigate],
  )
}

/** An article that is not there any more leads to the others of its workspace. */
function useWorkspaceInstead(workspace: Workspace | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!workspace) return
    showError('This article is no longer there')
    void navigate({
      to: '/b/$workspaceId/{-$workspaceSlug}',
      params: { workspaceId: workspace.shortId, workspaceSlug: workspace.slug },
      replace: true,
    })
  }, [workspace, navigate])
}

function useArticleParams(): ArticleParams {
  const { workspaceId = '', workspaceSlug = '', articleId = '', articleSlug, part, tab } = useParams({ strict: false })
  return { workspaceId, workspaceSlug, articleId, articleSlug, part, tab }
}

type WithAddress = Parameters<typeof correctedParams>[0] & Parameters<typeof rememberArticle>[1]

/** Slugs change with titles and articles move; only ids lead here. The right address takes the place of the wrong one. */
function useRightAddress(article: WithAddress | undefined, params: ArticleParams): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    const right = article && correctedParams(article, params)
    if (!article || !right) return
    rememberArticle(queryClient, article)
    void navigate({ to: articleRoute, params: right, replace: true })
    // eslint-disable-next-line react/exhaustive-deps
  }, [article, ...Object.values(params)])
}
