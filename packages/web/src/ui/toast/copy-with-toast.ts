import { copyText } from '../copy-text.ts'
import { showError, showSuccess } from './toast.ts'

type CopyMessages = { readonly copied: string; readonly notCopied: string }

export async function copyWithToast(text: string, { copied, notCopied }: CopyMessages): Promise<void> {
  if (await copyText(text)) showSuccess(copied)
  else showError(notCopied)
}
