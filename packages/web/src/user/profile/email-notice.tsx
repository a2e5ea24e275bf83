import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { useChangeProfile } from './profile.queries.ts'
import * as texts from './texts.ts'
import styles from './email-notice.module.css'

type EmailNoticeProps = {
  me: Pick<Me, 'email' | 'pendingEmail' | 'isEmailConfirmed'>
  /** The pending change of the email address was cancelled. */
  onChangeCancelled: () => void
}

/** Below the email address while its confirmation is pending. */
export function EmailNotice({ me: { email, pendingEmail, isEmailConfirmed }, onChangeCancelled }: EmailNoticeProps) {
  const { mutateAsync, isPending } = useChangeProfile()
  if (pendingEmail === null && isEmailConfirmed) return null
  const change = (to: string, then: () => void) => {
    void mutateAsync({ email: to }).then(then, () => undefined)
  }
  return (
    <div className={styles.notice} role="status">
      <IconMail className="kr-icon-16" />
      <p>
        {pendingEmail === null ? (
          <>{texts.pleaseConfirmYourEmailOpen(email)}</>
        ) : (
          <>{texts.untilYouOpenLinkWe(pendingEmail, email)}</>
        )}
      </p>
      <span className={styles.actions}>
        <Button
          size="xs"
          disabled={isPending}
          onClick={() => change(pendingEmail ?? email, () => showSuccess(texts.theEmailWasSentAgain))}
        >
          {texts.sendAgain}
        </Button>
        {pendingEmail !== null && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={isPending}
            onClick={() => change(email, onChangeCancelled)}
          >
            {texts.keepTheOldAddress}
          </Button>
        )}
      </span>
    </div>
  )
}
