import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { articleHref, articleParams, type Addressed, type ArticleParams } from './article-address.ts'

/** The private link of the article, or of one tab. */
export async function copyArticleLink(article: Addressed, tabSlug?: string): Promise<void> {
  const isCopied = await copyAddress(articleParams(article, tabSlug === undefined ? undefined : { tabSlug }))
  if (isCopied) showSuccess('Article link copied to clipboard')
  else showWarning('Cannot copy link to this article')
}

/** The URL at which the recording starts with this paragraph. */
export async function copyParagraphLink(article: Addressed, paragraphSlug: string | undefined): Promise<void> {
  const params = paragraphSlug ? articleParams(article, { paragraphSlug }) : null
  if (await copyAddress(params)) showSuccess('Paragraph link copied to the clipboard')
  else showWarning('Cannot copy link to this paragraph')
}

const copyAddress = async (params: ArticleParams | null): Promise<boolean> =>
  params !== null && (await copyText(location.origin + articleHref(params)))
