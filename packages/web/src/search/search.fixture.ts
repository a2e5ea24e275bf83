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
    id: `article:${title}`,
    category: 'article',
    title,
    workspace: aWorkspaceOfResult,
    parentArticle: null,
    parentWorkspace: aWorkspaceOfResult,
    trimmedText: null,
    saidAt: null,
    startTime: null,
    articleId: `id of ${title}`,
    draftId: null,
    isDraft: false,
    foundTextProperties: null,
    attachment: null,
    textTabs: [],
    timedText: null,
    transcription: null,
    tags: [],
    paragraphs: [],
    shortId: 'art2',
    slug: 'read-a-gateway-log',
    articleTitle: title,
    duration: 0,
    updatedAt: '2026-11-12T09:00:00.000Z',
    author: 'Ines Okafor',
    count: null,
    sharedToken: null,
    ...change,
  }
}
