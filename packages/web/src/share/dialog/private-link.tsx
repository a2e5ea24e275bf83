import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { privateTokenQuery } from '../share.queries.ts'
import * as texts from '../texts.ts'
import { LinkField } from './link-field.tsx'
import { RetryNotice } from './retry-notice.tsx'
import { useLinkActions } from './use-link-actions.ts'
import styles from './share-dialog.module.css'

/** Grants no access itself: it leads people who already have it. */
export function PrivateLink({ articleId, mayEdit }: { articleId: string; mayEdit: boolean }) {
  const { data: token, isError, isFetching, refetch } = useQuery(privateTokenQuery(articleId))
  const { isBusy, renew } = useLinkActions(articleId)
  if (isError && token == null) {
    return <RetryNotice text={texts.theLinkCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <>
      {token == null ? (
        <Skeleton height={36} radius="var(--r-control)" />
      ) : (
        <LinkField link={{ token, isPrivate: true }} />
      )}
      <p className="kr-second kr-muted">{mayEdit ? texts.worksForPeopleAboveAnd : texts.worksForWorkspaceMembersAnd}</p>
      {mayEdit && (
        <div className={styles.actions}>
          <Button
            variant="subtle"
            leftSection={<IconRefresh />}
            disabled={token == null}
            loading={isBusy}
            onClick={() => void renew({ isPrivate: true })}
          >
            {texts.newLink}
          </Button>
        </div>
      )}
    </>
  )
}
