import { Switch } from '@mantine/core'
import type { SharedData } from '@knowreel/shared/share/share.calls.ts'
import * as texts from '../texts.ts'
import { LinkExpiry } from './link-expiry.tsx'
import { LinkPasswordOption } from './link-password-option.tsx'
import type { LinkActions } from './use-link-actions.ts'
import styles from './share-dialog.module.css'

type LinkOptionsProps = {
  shared: SharedData
  subArticleCount: number
  actions: LinkActions
}

/** The permissions of the public link, and its expiry. */
export function LinkOptions({ shared, subArticleCount, actions }: LinkOptionsProps) {
  const { expiresAt, hasPassword, isWithSubArticles } = shared
  return (
    <div className={styles.options}>
      <LinkExpiry key={expiresAt} expiresAt={expiresAt} actions={actions} />
      <LinkPasswordOption hasPassword={hasPassword} actions={actions} />
      {(subArticleCount > 0 || isWithSubArticles) && (
        <div className={styles.option}>
          <Switch
            labelPosition="left"
            classNames={{ body: styles.switch, labelWrapper: 'kr-grow' }}
            label={texts.includeSubArticles(subArticleCount)}
            checked={isWithSubArticles}
            disabled={actions.isBusy}
            onChange={({ currentTarget }) => void actions.update({ isWithSubArticles: currentTarget.checked })}
          />
        </div>
      )}
    </div>
  )
}
