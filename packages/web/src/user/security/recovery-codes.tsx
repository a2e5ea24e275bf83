import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { copyText } from '../../ui/copy-text.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { showError, showSuccess } from '../../ui/toast/toast.ts'
import styles from './security.module.css'

/** Shown once: the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => {
    if (await copyText(codes.join('\n'))) showSuccess('The codes are copied')
    else showError('Cannot copy the codes')
  }
  return (
    <div className={styles.step}>
      <p className="kr-muted">
        Each code signs you in once without your authenticator app. Store them safely: you won’t see them again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.codeActions}>
        <Button leftSection={<IconCopy />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button leftSection={<IconDownload />} onClick={() => download(codes)}>
          Download
        </Button>
      </div>
      <DialogFooter>
        <Button variant="filled" data-autofocus onClick={onDone}>
          I’ve saved them
        </Button>
      </DialogFooter>
    </div>
  )
}

function download(codes: readonly string[]): void {
  const text = `Recovery codes for ${location.host}, each works once\n\n${codes.join('\n')}\n`
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'knowreel-recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
