import { copyText } from '../ui/copy-text.ts'
import { showError, showSuccess } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'

export async function copyLines(lines: readonly { readonly text: string }[]): Promise<void> {
  const isCopied = await copyText(lines.map(({ text }) => text).join('\n'))
  if (isCopied) showSuccess(texts.copied)
  else showError(texts.couldNotBeCopied)
}
