import { useState } from 'react'
import { Button, Modal, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { copyText } from '../ui/copy-text.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { showWarning } from '../ui/toast/toast.ts'
import type { OneTimeLinkOptions } from './dialog-options.ts'
import * as texts from './texts.ts'
import styles from './newcomer-form.module.css'

/** The server does not store this link, so it can be copied only here. */
export function OneTimeLinkDialog({ title, text, url, opened, onClose }: OneTimeLinkOptions & DialogProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(url)) setCopied(true)
    else showWarning(texts.cannotCopyLink)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={480} closeButtonProps={{ 'aria-label': texts.close }}>
      <div className={styles.form}>
        <p className="kr-muted">{text}</p>
        <TextInput aria-label={texts.address} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{texts.close}</Button>
        <Button
          variant="filled"
          data-autofocus
          leftSection={isCopied ? <IconCheck /> : <IconCopy />}
          onClick={() => void copy()}
        >
          <span role="status">{isCopied ? texts.copied : texts.copy}</span>
        </Button>
      </DialogFooter>
    </Modal>
  )
}
