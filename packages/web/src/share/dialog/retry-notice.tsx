import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import styles from './share-dialog.module.css'

type RetryNoticeProps = { text: string; onRetry: () => void; isRetrying: boolean }

/** Replaces a part of the dialog that failed to load. */
export const RetryNotice = ({ text, onRetry, isRetrying }: RetryNoticeProps) => (
  <div className={styles.failed} role="alert">
    <span className="kr-grow">{text}</span>
    <Button leftSection={<IconRefresh />} onClick={onRetry} loading={isRetrying}>
      {texts.tryAgain}
    </Button>
  </div>
)
