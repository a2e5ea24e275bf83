import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/identity/logo.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import * as texts from '../texts.ts'
import { unsubscribedText } from './unsubscribed-text.ts'
import styles from './unsubscribe-page.module.css'

/** Opened by the link of an email, without sign-in. It asks for confirmation: mail scanners open every link. */
export function UnsubscribePage() {
  const { token } = useParams({ from: '/outside/unsubscribe/$token' })
  usePageTitle(texts.unsubscribe)
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => api.notification.unsubscribe({ body: { token } }),
    meta: { isErrorShown: true },
  })
  const isOldLink = error instanceof ApiError && error.code === 'link_not_valid'
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Logo />
      </header>
      <PageMain>
        <div className={styles.words} role="status">
          {data ? (
            <EmptyState drawing="comments" title={texts.youAreUnsubscribed} text={unsubscribedText(data)}>
              <SettingsLink />
            </EmptyState>
          ) : isOldLink ? (
            <EmptyState drawing="lost" title={texts.thisLinkNoLongerWorks} text={texts.itMayBeOutdatedOr}>
              <SettingsLink />
            </EmptyState>
          ) : (
            <EmptyState
              drawing="comments"
              title={texts.unsubscribe}
              text={error ? texts.messageYouAreStillSubscribed(error.message) : texts.stopReceivingTheseEmailsYoull}
            >
              <Button variant="filled" loading={isPending} onClick={() => mutate()}>
                {error ? texts.tryAgain : texts.unsubscribe}
              </Button>
            </EmptyState>
          )}
        </div>
      </PageMain>
    </div>
  )
}

/** Guests sign in on the way. */
const SettingsLink = () => <LinkButton to="/settings/profile">{texts.notificationSettings}</LinkButton>
