import { ActionIcon } from '@mantine/core'
import { IconVideo, IconX } from '@tabler/icons-react'
import * as texts from './texts.ts'
import type { UploadItem } from './uploads/upload-item.ts'
import { UploadButtons } from './uploads/upload-buttons.tsx'
import { UploadProgress } from './uploads/upload-progress.tsx'
import styles from './upload-card.module.css'

/** The file being uploaded while the dialog asks for the other fields. */
export function UploadCard({ item, onCancel }: { item: UploadItem; onCancel: () => void }) {
  const isFailed = item.state.phase === 'failed'
  return (
    <div className={styles.card}>
      <span className={styles.picture}>
        <IconVideo />
      </span>
      <span className={styles.body}>
        <span className={styles.name} title={item.name}>
          {item.name}
        </span>
        <UploadProgress item={item} note={texts.youCanKeepWorking} />
      </span>
      {isFailed && <UploadButtons item={item} isSmall />}
      <ActionIcon aria-label={texts.chooseAnotherFile} onClick={onCancel}>
        <IconX />
      </ActionIcon>
    </div>
  )
}
