import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'

export type FoundResults = CallResponse<Catalogue['search']['global']>
/** Null: the first page of every category. */
export type PageRequest = { readonly category: SearchCategory; readonly page: number } | null

/** As in `searchCategories`, whose module contains schemas. */
export const categoryOrder: readonly SearchCategory[] = [
  'workspace',
  'article',
  'draft',
  'paragraph',
  'tag',
  'draftNotes',
  'articleNotes',
  'articleVideo',
  'draftVideo',
  'none',
]
export const pageSize = 15

/** A category continues while its pages are full; then the next category does. */
export function nextPage(pages: readonly FoundResults[], requests: readonly PageRequest[]): PageRequest | undefined {
  for (const category of categoryOrder) {
    const last = requests.findLastIndex((request) => request === null || request.category === category)
    if ((pages[last]?.[category]?.length ?? 0) < pageSize) continue
    return { category, page: (requests[last]?.page ?? 1) + 1 }
  }
  return undefined
}

/** Between two requests, a result may move to the next page. */
export function uniqueResults(results: readonly SearchResult[]): SearchResult[] {
  return [...new Map(results.map((result) => [result.id, result])).values()]
}
