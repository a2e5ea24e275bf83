import { showError, showWarning } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { sessionFileUrls } from './session-file-urls.ts'
import type { FileUrls } from './file-urls.ts'

export type FileToDownload = { readonly kind: 'image' | 'attachment'; readonly path: string; readonly name: string }

/** Downloads the file under its name. */
export async function downloadFile(
  articleId: string,
  { kind, path, name }: FileToDownload,
  addresses: FileUrls = sessionFileUrls,
): Promise<void> {
  const address =
    kind === 'image' ? await addresses.freshImage(articleId, path, null) : await addresses.attachment(articleId, path)
  if (address === null) {
    if (navigator.onLine) showWarning(texts.nameCouldNotBeDownloaded(name))
    else showError(texts.pleaseCheckYourInternetConnection)
    return
  }
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Images have no file name, so it is made from the alt text and the extension. */
export function imageFileName(path: string, alt: string): string {
  const words = alt.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()
  return `${words.slice(0, 80).trim() || 'picture'}${path.slice(path.lastIndexOf('.'))}`
}
