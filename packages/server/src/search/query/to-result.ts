/** Maps what was found to the wire format. */
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { toArticleWorkspace } from '../../workspace/index.ts'
import type { Parent } from './parents.ts'
import type { ResultLocation } from './result-location.ts'
import type { Facts } from './result-rows.queries.ts'

export type Found = { readonly location: ResultLocation; readonly facts: Facts }

export function toResult({ location, facts }: Found, parent: Parent | null): SearchResult {
  const { title: entryTitle, ...fields } = location
  const { article, count } = facts
  const workspace = facts.workspace === null ? null : toArticleWorkspace(facts.workspace)
  return {
    ...fields,
    title: titleOf(location, facts),
    workspace,
    parentArticle: parent,
    parentWorkspace: workspace,
    articleId: article !== null && !article.isDraft ? article.id : null,
    draftId: article?.isDraft ? article.id : null,
    isDraft: article?.isDraft ?? false,
    textTabs: article?.tab ? [article.tab] : [],
    tags: location.category === 'tag' && entryTitle !== null ? [entryTitle] : (article?.tags ?? []),
    shortId: article?.shortId ?? null,
    slug: article?.slug ?? null,
    articleTitle: article?.title ?? null,
    icon: article?.icon ?? null,
    duration: article?.duration ?? 0,
    updatedAt: article === null ? null : article.updatedAt.toISOString(),
    author: article?.author ?? null,
    count,
    sharedToken: article?.sharedToken ?? null,
  }
}

function titleOf({ category, title }: ResultLocation, { article, workspace }: Facts): string {
  if (category === 'workspace') return workspace === null ? (title ?? '') : toArticleWorkspace(workspace).title
  return category === 'tag' || category === 'paragraph' ? (title ?? '') : (article?.title ?? title ?? '')
}
