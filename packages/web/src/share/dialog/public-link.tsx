import { Button } from '@mantine/core'
import { IconRefresh, IconWorldOff } from '@tabler/icons-react'
import type { SharedData } from '@knowreel/shared/share/share.calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { LinkField } from './link-field.tsx'
import { LinkOptions } from './link-options.tsx'
import { useLinkChanges } from './use-link-changes.ts'
import styles from './share-dialog.module.css'

type PublicLinkProps = {
  articleId: string
  shared: SharedData
  /** Number of sub-articles. */
  below: number
}

/** For anyone who has the URL, without sign-in. */
export function PublicLink({ articleId, shared, below }: PublicLinkProps) {
  const changes = useLinkChanges(articleId)
  const { token, offBy } = shared
  return (
    <>
      {offBy && (
        <Banner icon={<IconWorldOff />}>
          {offText[offBy]}
          {token && ' This link doesn’t work until they are turned on again.'}
        </Banner>
      )}
      {token === null ? (
        !offBy && (
          <>
            <p className="kr-second kr-muted">
              Create a public link to let anyone with it view this article without signing in. Comments are not shown.
            </p>
            <div>
              <Button variant="filled" size="md" loading={changes.isBusy} onClick={() => void changes.make()}>
                Create public link
              </Button>
            </div>
          </>
        )
      ) : (
        <>
          <LinkField link={{ token, isPrivate: false }} />
          <p className="kr-second kr-muted">
            Anyone with the link can view this article without signing in. Comments are not shown.{' '}
            {shared.lastUsedAt ? (
              <>
                Last used <RelativeTime time={shared.lastUsedAt} />.
              </>
            ) : (
              'Not used yet.'
            )}
          </p>
          <LinkOptions shared={shared} below={below} changes={changes} />
          <div className={styles.actions}>
            <Button
              variant="subtle"
              leftSection={<IconRefresh />}
              disabled={changes.isBusy || offBy !== null}
              onClick={() => void changes.renew({ isPrivate: false })}
            >
              New link
            </Button>
            <Button variant="subtle" color="red" disabled={changes.isBusy} onClick={() => void changes.remove()}>
              Delete link
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const offText = {
  workspace: 'Public links are turned off in this workspace.',
  company: 'Public links are turned off for the company.',
} as const
