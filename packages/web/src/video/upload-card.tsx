import { useEffect, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconVideo, IconX } from '@tabler/icons-react'
import * as texts from './texts.ts'
import type { UploadItem } from './uploads/upload-item.ts'
import { UploadButtons } from './uploads/upload-buttons.tsx'
import { UploadProgress } from './uploads/upload-progress.tsx'
import styles from './upload-card.module.css'

/** The file being uploaded while the dialog asks for the other fields. */
export function UploadCard({ item, file, onCancel }: { item: UploadItem; file: File; onCancel: () => void }) {
  const isFailed = item.state.phase === 'failed'
  return (
    <div className={styles.card}>
      <FilePoster file={file} />
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

/** The first picture of the file itself; an icon where the browser cannot play it. */
function FilePoster({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <span className={styles.picture}>
      {url === null ? (
        <IconVideo />
      ) : (
        <video src={url} muted playsInline preload="auto" aria-hidden onError={() => setUrl(null)} />
      )}
    </span>
  )
}
