import '../ui/style/mantine-parts.css'
import '../ui/style/parts.css'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { readToken } from '../platform/session/session-token.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Logo } from '../ui/identity/logo.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { plainSignIn } from '../user/index.ts'
import * as texts from './texts.ts'
import styles from './shared-page.module.css'

/** Also for a link that expired or was turned off, even while the page was open: the reasons are indistinguishable. */
export function SharedNotFound({ isPrivate }: { isPrivate: boolean }) {
  usePageTitle(texts.notFound)
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
              text={isPrivate ? texts.itMayNoLongerExist : texts.theLinkMayHaveExpired}
            >
              {readToken() === null ? (
                <LinkButton {...plainSignIn}>{texts.signIn}</LinkButton>
              ) : (
                <LinkButton to="/">{texts.goToHome}</LinkButton>
              )}
            </EmptyState>
          </div>
        </PageMain>
      </div>
    </div>
  )
}
