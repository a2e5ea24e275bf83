import { copyText } from '../ui/copy-text.ts'
import { showSuccess, showWarning } from '../ui/toast.ts'

/** A link to this page that opens the comment. */
export async function copyCommentLink(id: string): Promise<void> {
  const address = new URL(location.href)
  address.search = ''
  address.searchParams.set('showComment', id)
  if (await copyText(address.href)) showSuccess('Link has been copied to the clipboard')
  else showWarning('Cannot copy link')
}
