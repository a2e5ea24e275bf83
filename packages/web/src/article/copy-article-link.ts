import type { QueryClient } from '@tanstack/react-query'
import { handleError } from '../platform/api/handle-error.ts'
import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { articleHref, articleParams, type LinkableArticle, type ArticleParams } from './article-url.ts'
import { articleQuery } from './article.queries.ts'
import * as texts from './texts.ts'

/** The private link of the article, or of one tab. */
export async function copyArticleLink(article: LinkableArticle, tabSlug?: string): Promise<void> {
  showCopied(await copyUrl(articleParams(article, tabSlug === undefined ? undefined : { tabSlug })))
}

function showCopied(isCopied: boolean): void {
  if (isCopied) showSuccess(texts.articleLinkCopiedToClipboard)
  else showWarning(texts.cannotCopyLinkToThis)
}

/** The same for the article that a draft changes: its title, URL and workspace may differ from those of the draft. */
export async function copyPublishedLink(queryClient: QueryClient, articleId: string): Promise<void> {
  const url = queryClient
    .fetchQuery({ ...articleQuery(articleId), staleTime: 0 })
    .then((article) => urlOf(articleParams(article)))
  try {
    showCopied(await copyText(url))
  } catch (error) {
    handleError(error)
  }
}

/** The URL at which the recording starts with this paragraph. */
export async function copyParagraphLink(article: LinkableArticle, paragraphSlug: string | undefined): Promise<void> {
  const params = paragraphSlug ? articleParams(article, { paragraphSlug }) : null
  if (await copyUrl(params)) showSuccess(texts.paragraphLinkCopiedToThe)
  else showWarning(texts.cannotCopyLinkToThisParagraph)
}

const urlOf = (params: ArticleParams | null): string | null => params && location.origin + articleHref(params)

async function copyUrl(params: ArticleParams | null): Promise<boolean> {
  const url = urlOf(params)
  return url !== null && (await copyText(url))
}
