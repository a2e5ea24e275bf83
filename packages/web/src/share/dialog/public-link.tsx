import { useState } from 'react'
import { Button, Switch } from '@mantine/core'
import { IconRefresh, IconWorldOff } from '@tabler/icons-react'
import type { SharedData } from '@knowreel/shared/share/share.calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import * as texts from '../texts.ts'
import { LinkField } from './link-field.tsx'
import { useLinkActions, type LinkActions } from './use-link-actions.ts'
import styles from './share-dialog.module.css'
import { expiryText } from './expiry-day.ts'
import { LinkExpiry } from './link-expiry.tsx'
import { LinkPasswordOption } from './link-password-option.tsx'

type PublicLinkProps = {
  articleId: string
  shared: SharedData
  /** Number of sub-articles. */
  subArticleCount: number
}

/** For anyone who has the URL, without sign-in. */
export function PublicLink({ articleId, shared, subArticleCount }: PublicLinkProps) {
  const changes = useLinkActions(articleId)
  const { token, offBy } = shared
  return (
    <>
      {offBy && (
        <Banner icon={<IconWorldOff />}>
          {publicLinksOffTexts[offBy]}
          {token && texts.thisLinkDoesntWorkUntil}
        </Banner>
      )}
      {token === null ? (
        !offBy && (
          <>
            <p className="kr-second kr-muted">{texts.createPublicLinkToLet}</p>
            <div>
              <Button variant="filled" size="md" loading={changes.isBusy} onClick={() => void changes.make()}>
                {texts.createPublicLink}
              </Button>
            </div>
          </>
        )
      ) : (
        <>
          <LinkField link={{ token, isPrivate: false }} />
          <p className="kr-second kr-muted">
            {texts.anyoneWithLinkCanView}{' '}
            {shared.lastUsedAt ? (
              <>
                {texts.lastUsed}
                <RelativeTime time={shared.lastUsedAt} />.
              </>
            ) : (
              texts.notUsedYet
            )}
          </p>
          <LinkOptions shared={shared} subArticleCount={subArticleCount} actions={changes} />
          <div className={styles.actions}>
            <Button
              variant="subtle"
              leftSection={<IconRefresh />}
              disabled={changes.isBusy || offBy !== null}
              onClick={() => void changes.renew({ isPrivate: false })}
            >
              {texts.newLink}
            </Button>
            <Button variant="subtle" color="red" disabled={changes.isBusy} onClick={() => void changes.remove()}>
              {texts.deleteLink}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const publicLinksOffTexts = {
  workspace: texts.publicLinksAreTurnedOff,
  company: texts.publicLinksAreTurnedOffFor,
} as const

type LinkOptionsProps = {
  shared: SharedData
  subArticleCount: number
  actions: LinkActions
}

/** The permissions of the public link, and its expiry: collapsed, because most links need none. */
function LinkOptions({ shared, subArticleCount, actions }: LinkOptionsProps) {
  const { expiresAt, hasPassword, isWithSubArticles } = shared
  const [openedAt] = useState(() => Date.now())
  const facts = [
    expiresAt !== null && expiryText(expiresAt, openedAt),
    hasPassword && texts.withAPassword,
    isWithSubArticles && texts.withTheArticlesBelowIt,
  ].filter((fact) => fact !== false)
  return (
    <details className={styles.options}>
      <summary>
        {texts.linkOptions}
        {facts.length > 0 && <span className="kr-second kr-muted">{facts.join(' · ')}</span>}
      </summary>
      <LinkExpiry expiresAt={expiresAt} actions={actions} />
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
    </details>
  )
}
