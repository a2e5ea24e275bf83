import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast.ts'
import { articleHref, articleParams, type Addressed } from './article-address.ts'

/** The address of the article for those who may see its workspace; of one tab when it is named. */
export async function copyArticleLink(article: Addressed, tabSlug?: string): Promise<void> {
  const params = articleParams(article, tabSlug === undefined ? undefined : { tabSlug })
  const isCopied = params !== null && (await copyText(location.origin + articleHref(params)))
  if (isCopied) showSuccess('Article link copied to clipboard')
  else showWarning('Cannot copy link to this article')
}
