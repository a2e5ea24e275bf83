import { copyWithToast } from '../ui/toast/copy-with-toast.ts'
import * as texts from './texts.ts'

export const copyLines = (lines: readonly { readonly text: string }[]): Promise<void> =>
  copyWithToast(lines.map(({ text }) => text).join('\n'), {
    copied: texts.copied,
    notCopied: texts.couldNotBeCopied,
  })
