import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { RecentArticle } from '../article/index.ts'

/** An article that was opened before, as the search would find it. */
export const recentResult = ({ id, title, shortId, slug, duration, workspace }: RecentArticle): SearchResult => ({
  ...emptyResult,
  id: `article:${id}`,
  category: 'article',
  title,
  workspace,
  parentWorkspace: workspace,
  articleId: id,
  shortId,
  slug,
  articleTitle: title,
  duration,
})
