import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'

export const aWorkspaceOfResult = {
  id: 'ws',
  shortId: 'ws2',
  slug: 'support',
  title: 'Support runbooks',
  visibility: 'organization',
  isArchived: false,
} as const satisfies SearchResult['workspace']

export const aResult = (change: Partial<SearchResult> = {}): SearchResult => {
  const title = change.title ?? 'Read a gateway log'
  return {
    ...emptyResult,
    id: `article:${title}`,
    category: 'article',
    title,
    workspace: aWorkspaceOfResult,
    parentWorkspace: aWorkspaceOfResult,
    articleId: `id of ${title}`,
    shortId: 'art2',
    slug: 'read-a-gateway-log',
    articleTitle: title,
    updatedAt: '2026-11-12T09:00:00.000Z',
    author: 'Ines Okafor',
    ...change,
  }
}

export const aSummary = (change: Partial<ArticleSummary> = {}): ArticleSummary => ({
  id: 'a1',
  shortId: 'a1s',
  slug: 'an-article',
  title: 'An article',
  icon: null,
  workspace: aWorkspaceOfResult,
  parentArticle: null,
  tags: [],
  duration: 0,
  isHasText: true,
  isArchived: false,
  isDraft: false,
  isNotUploadedVideo: false,
  original: null,
  createdAt: '2026-11-12T09:00:00.000Z',
  updatedAt: '2026-11-12T09:00:00.000Z',
  publishedAt: '2026-11-12T09:00:00.000Z',
  user: null,
  author: null,
  ...change,
})
