import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { endedText } from './ended-text.ts'
import styles from './unsubscribe-page.module.css'

/** Opened by the link of an email, without sign-in. It asks for confirmation: mail scanners open every link. */
export function UnsubscribePage() {
  const { token } = useParams({ from: '/outside/unsubscribe/$token' })
  usePageTitle('Unsubscribe')
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
            <EmptyState drawing="comments" title="You are unsubscribed" text={endedText(data)}>
              <SettingsLink />
            </EmptyState>
          ) : isOldLink ? (
            <EmptyState
              drawing="lost"
              title="This link no longer works"
              text="It may be outdated or incomplete. You can choose which emails you receive in your settings."
            >
              <SettingsLink />
            </EmptyState>
          ) : (
            <EmptyState
              drawing="comments"
              title="Unsubscribe"
              text={
                error
                  ? `${error.message}. You are still subscribed.`
                  : 'Stop receiving these emails? You’ll still get in-app notifications.'
              }
            >
              <Button variant="filled" loading={isPending} onClick={() => mutate()}>
                {error ? 'Try again' : 'Unsubscribe'}
              </Button>
            </EmptyState>
          )}
        </div>
      </PageMain>
    </div>
  )
}

/** Guests sign in on the way. */
const SettingsLink = () => <LinkButton to="/settings/profile">Notification settings</LinkButton>
