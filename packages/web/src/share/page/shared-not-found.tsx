import '../../ui/mantine-parts.css'
import '../../ui/parts.css'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PageMain } from '../../ui/page-frame.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { plainSignIn } from '../../user/index.ts'
import styles from './shared-page.module.css'

/** Also for a link that has expired or was switched off, and while the page was open: nobody is told which it is. */
export function SharedNotFound({ isPrivate }: { isPrivate: boolean }) {
  usePageTitle('Not found')
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Logo />
      </header>
      <div className={styles.content}>
        <PageMain>
          <div className={styles.notFound}>
            <EmptyState
              drawing="lost"
              title={errorCodes.shared_not_found.message}
              text={
                isPrivate
                  ? 'It may be gone, or not be shared with you. Please ask whoever gave you the link.'
                  : 'The link may have ended. Please ask whoever gave it to you.'
              }
            >
              {readToken() === null ? (
                <LinkButton {...plainSignIn}>Sign in</LinkButton>
              ) : (
                <LinkButton to="/">Go to home</LinkButton>
              )}
            </EmptyState>
          </div>
        </PageMain>
      </div>
    </div>
  )
}
