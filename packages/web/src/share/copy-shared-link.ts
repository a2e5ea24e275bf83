import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast/toast.ts'
import { sharedUrl, type OpenedLink, type SharedSearch } from './shared-url.ts'
import * as texts from './texts.ts'

/** Copies the URL of a link; warns if there is none. Rejects only if `found` does. */
export async function copySharedLink(found: Promise<OpenedLink | null>): Promise<void> {
  const isCopied = await copyText(found.then((link) => link && sharedUrl(link, {})))
  if ((await found) === null) showWarning(texts.articlesIsNotShared)
  else showCopied(isCopied)
}

/** Copies the URL of the part being shown. */
export async function copySharedPage(link: OpenedLink, search: SharedSearch): Promise<void> {
  showCopied(await copyText(sharedUrl(link, search)))
}

function showCopied(isCopied: boolean): void {
  if (isCopied) showSuccess(texts.linkToSharedArticleCopied)
  else showWarning(texts.cannotCopyLinkToThis)
}

/** The URL at which the recording starts with this paragraph. */
export async function copySharedParagraph(link: OpenedLink, search: SharedSearch): Promise<void> {
  const isCopied = search.at !== undefined && (await copyText(sharedUrl(link, search)))
  if (isCopied) showSuccess(texts.paragraphLinkCopiedToThe)
  else showWarning(texts.cannotCopyLinkToThisParagraph)
}
