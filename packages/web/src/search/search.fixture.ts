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
