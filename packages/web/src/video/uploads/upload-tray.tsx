import { useEffect, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconCircleCheck, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLeaveWarning } from '../../ui/dialog/leaving.ts'
import { closeUploads, isHiddenFromTray, openUploads, useUploads } from './page-uploads.ts'
import * as texts from './texts.ts'
import { isSending, uploadsTitle, type UploadItem } from './upload-item.ts'
import { UploadButtons } from './upload-buttons.tsx'
import { UploadProgress } from './upload-progress.tsx'
import styles from './upload-tray.module.css'

/** The uploads of this person, on every page; each links to its article. */
export function UploadTray({ owner }: { owner: string }) {
  const uploads = useUploads()
  const [isFolded, setFolded] = useState(false)
  useEffect(() => {
    // Without its code this page has no uploads; the next page tries again.
    openUploads(owner).catch(() => undefined)
    return closeUploads
  }, [owner])
  // Other uploads resume automatically after the page is closed.
  const wouldLose = uploads.some((item) => isSending(item) && !item.isFilePersisted)
  useLeaveWarning(wouldLose, texts.leavingStopsUploads)

  const items = uploads.filter((item) => !isHiddenFromTray(item))
  if (items.length === 0) return null
  return (
    <section className={styles.tray} aria-label={texts.uploads} data-folded={isFolded || undefined}>
      <div className={styles.head}>
        <span className={styles.title} role="status">
          {uploadsTitle(items)}
        </span>
        <ActionIcon
          aria-label={isFolded ? texts.showUploads : texts.hideUploads}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          <IconChevronDown className={styles.fold} />
        </ActionIcon>
      </div>
      {!isFolded && (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id} className={styles.row}>
              <StateIcon item={item} />
              <span className={styles.body}>
                <Name item={item} />
                <UploadProgress item={item} />
              </span>
              <span className={styles.buttons}>
                <UploadButtons item={item} isSmall />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Name({ item: { articleId, name } }: { item: UploadItem }) {
  if (articleId === null) return <span className={styles.name}>{name}</span>
  return (
    <Link to="/draft/$id/{-$mode}" params={{ id: articleId }} className={styles.name} title={name}>
      {name}
    </Link>
  )
}

function StateIcon({ item: { state } }: { item: UploadItem }) {
  if (state.phase === 'finished') return <IconCircleCheck className={styles.done} />
  if (state.phase === 'failed') return <IconAlertTriangle className={styles.failed} />
  return <IconVideo className={styles.video} />
}
