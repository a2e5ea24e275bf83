import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'

export const articlePath = '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}'

/**
 * The parameters of an article's URL in its workspace. The last ones are set explicitly, because the router would
 * otherwise keep those of the current page: the paragraph of another article.
 */
export const articleRouteParams = (
  workspace: Pick<Workspace, 'shortId' | 'slug'>,
  article: Pick<ArticleTreeEntry, 'shortId' | 'slug'>,
) => ({
  workspaceId: workspace.shortId,
  workspaceSlug: workspace.slug,
  articleId: article.shortId,
  articleSlug: article.slug,
  part: undefined,
  tab: undefined,
})
