import { Switch } from '@mantine/core'
import type { SharedData } from '@knowreel/shared/share/share.calls.ts'
import * as texts from '../texts.ts'
import { LinkEnd } from './link-end.tsx'
import { LinkPasswordOption } from './link-password-option.tsx'
import type { LinkChanges } from './use-link-changes.ts'
import styles from './share-dialog.module.css'

type LinkOptionsProps = {
  shared: SharedData
  below: number
  changes: LinkChanges
}

/** What the public link allows, and for how long. */
export function LinkOptions({ shared, below, changes }: LinkOptionsProps) {
  const { expiresAt, hasPassword, isWithSubArticles } = shared
  return (
    <div className={styles.options}>
      <LinkEnd key={expiresAt} expiresAt={expiresAt} changes={changes} />
      <LinkPasswordOption hasPassword={hasPassword} changes={changes} />
      {(below > 0 || isWithSubArticles) && (
        <div className={styles.option}>
          <Switch
            labelPosition="left"
            classNames={{ body: styles.switch, labelWrapper: 'kr-grow' }}
            label={texts.includeSubArticles(below)}
            checked={isWithSubArticles}
            disabled={changes.isBusy}
            onChange={({ currentTarget }) => void changes.update({ isWithSubArticles: currentTarget.checked })}
          />
        </div>
      )}
    </div>
  )
}
