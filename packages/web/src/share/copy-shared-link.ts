import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { sharedUrl, type OpenedLink, type SharedSearch } from './shared-url.ts'
import * as texts from './texts.ts'

/** Copies the URL of a link; warns if there is none. */
export async function copySharedLink(link: OpenedLink | null): Promise<void> {
  if (link === null) showWarning(texts.articlesIsNotShared)
  else await copySharedPage(link, {})
}

/** Copies the URL of the part being shown. */
export async function copySharedPage(link: OpenedLink, search: SharedSearch): Promise<void> {
  if (await copyText(sharedUrl(link, search))) showSuccess(texts.linkToSharedArticleCopied)
  else showWarning(texts.cannotCopyLinkToThis)
}

/** The URL at which the recording starts with this paragraph. */
export async function copySharedParagraph(link: OpenedLink, search: SharedSearch): Promise<void> {
  const isCopied = search.at !== undefined && (await copyText(sharedUrl(link, search)))
  if (isCopied) showSuccess(texts.paragraphLinkCopiedToThe)
  else showWarning(texts.cannotCopyLinkToThisParagraph)
}
