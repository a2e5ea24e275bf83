import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { articleHref, articleParams, type LinkableArticle, type ArticleParams } from './article-url.ts'
import * as texts from './texts.ts'

/** The private link of the article, or of one tab. */
export async function copyArticleLink(article: LinkableArticle, tabSlug?: string): Promise<void> {
  const isCopied = await copyUrl(articleParams(article, tabSlug === undefined ? undefined : { tabSlug }))
  if (isCopied) showSuccess(texts.articleLinkCopiedToClipboard)
  else showWarning(texts.cannotCopyLinkToThis)
}

/** The URL at which the recording starts with this paragraph. */
export async function copyParagraphLink(article: LinkableArticle, paragraphSlug: string | undefined): Promise<void> {
  const params = paragraphSlug ? articleParams(article, { paragraphSlug }) : null
  if (await copyUrl(params)) showSuccess(texts.paragraphLinkCopiedToThe)
  else showWarning(texts.cannotCopyLinkToThisParagraph)
}

const copyUrl = async (params: ArticleParams | null): Promise<boolean> =>
  params !== null && (await copyText(location.origin + articleHref(params)))
