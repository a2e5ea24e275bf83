import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { copyWithToast } from '../../ui/toast/copy-with-toast.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import * as texts from './texts.ts'
import styles from './security.module.css'

/** Shown once: the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = () =>
    copyWithToast(codes.join('\n'), { copied: texts.theCodesAreCopied, notCopied: texts.cannotCopyTheCodes })
  return (
    <div className={styles.step}>
      <p className="kr-muted">{texts.eachCodeSignsYouIn}</p>
      <ul className={styles.codes} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.codeActions}>
        <Button leftSection={<IconCopy />} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button leftSection={<IconDownload />} onClick={() => download(codes)}>
          {texts.download}
        </Button>
      </div>
      <DialogFooter>
        <Button variant="filled" data-autofocus onClick={onDone}>
          {texts.iveSavedThem}
        </Button>
      </DialogFooter>
    </div>
  )
}

function download(codes: readonly string[]): void {
  const text = texts.recoveryCodesForHostEach(location.host, codes.join('\n'))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'knowreel-recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
