import type { SearchResult } from './search.calls.ts'

/** A result of which only the title is known. */
export const emptyResult: Omit<SearchResult, 'id' | 'category' | 'title'> = {
  workspace: null,
  parentArticle: null,
  parentWorkspace: null,
  trimmedText: null,
  saidAt: null,
  startTime: null,
  articleId: null,
  draftId: null,
  isDraft: false,
  foundTextProperties: null,
  attachment: null,
  timedText: null,
  textTabs: [],
  transcription: null,
  tags: [],
  paragraphs: [],
  shortId: null,
  slug: null,
  articleTitle: null,
  duration: 0,
  updatedAt: null,
  author: null,
  count: null,
  sharedToken: null,
}
