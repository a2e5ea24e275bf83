import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { RecentArticle } from '../article/index.ts'

/** An article that was opened before, as the search would find it. */
export const recentResult = ({ id, title, shortId, slug, duration, workspace }: RecentArticle): SearchResult => ({
  id: `article:${id}`,
  category: 'article',
  title,
  workspace,
  parentArticle: null,
  parentWorkspace: workspace,
  trimmedText: null,
  saidAt: null,
  startTime: null,
  articleId: id,
  draftId: null,
  isDraft: false,
  foundTextProperties: null,
  attachment: null,
  textTabs: [],
  timedText: null,
  transcription: null,
  tags: [],
  paragraphs: [],
  shortId,
  slug,
  articleTitle: title,
  duration,
  updatedAt: null,
  author: null,
  count: null,
  sharedToken: null,
})
