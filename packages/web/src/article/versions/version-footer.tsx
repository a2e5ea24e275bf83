import { Button } from '@mantine/core'
import { IconRestore, IconTrash, IconUser } from '@tabler/icons-react'
import type { VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { shownName } from '../../ui/identity/shown-name.ts'
import { formatFullTime, formatVersionTime } from '../../ui/time-format.ts'
import * as texts from './texts.ts'
import styles from './version-footer.module.css'

type VersionFooterProps = {
  version: VersionEntry
  /** Omitted for people who may only view it. */
  onRestore?: () => void
  onRemove?: () => void
}

/** Author, date and actions of a version. */
export function VersionFooter({ version, onRestore, onRemove }: VersionFooterProps) {
  const { author, time } = version
  return (
    <section className={styles.footer} aria-label={texts.version}>
      {author ? <PersonAvatar person={author} isDecorative /> : <IconUser className="kr-icon-16" aria-hidden />}
      <span className={styles.words}>
        <span className={styles.author} title={author?.name}>
          {shownName(author?.name ?? texts.unknownAuthor)}
        </span>
        <time dateTime={time} title={formatFullTime(time)} className={styles.time}>
          {formatVersionTime(time)}
        </time>
      </span>
      {onRestore && onRemove && (
        <span className={styles.actions}>
          <Button variant="subtle" leftSection={<IconTrash />} onClick={onRemove} aria-label={texts.deleteVersion}>
            <span className={styles.wide}>{texts.deleteLabel}</span>
          </Button>
          <Button variant="filled" leftSection={<IconRestore />} onClick={onRestore}>
            {texts.restore}
          </Button>
        </span>
      )}
    </section>
  )
}
