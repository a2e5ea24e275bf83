import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { openDialog } from '../../ui/dialog/dialogs.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { twoFactorQuery } from './security.queries.ts'
import * as texts from './texts.ts'
import sectionStyles from '../../ui/page/settings-section.module.css'
import styles from './security.module.css'

const loadDialogs = () => import('./two-factor-dialogs.tsx')

/** Below this number new ones are suggested. */
const lowCodeCount = 3

export function TwoFactorCard() {
  const { data, error, refetch, isFetching } = useQuery(twoFactorQuery)
  return (
    <section className={sectionStyles.section} aria-labelledby="security-two-factor">
      <h2 id="security-two-factor" className={sectionStyles.heading}>
        {texts.twoFactorSignIn}
      </h2>
      {data ? (
        <TwoFactorState {...data} />
      ) : error ? (
        <LoadError text={texts.thisCouldNotBeLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <AfterDelay>
          <div role="status" aria-label={texts.loadingTwoFactorSignIn}>
            <Skeleton height={64} />
          </div>
        </AfterDelay>
      )}
    </section>
  )
}

type TwoFactorStateProps = { isOn: boolean; recoveryCodesLeft: number; hasPassword: boolean }

function TwoFactorState({ isOn, recoveryCodesLeft, hasPassword }: TwoFactorStateProps) {
  const open = (name: 'SetUpDialog' | 'NewCodesDialog' | 'TurnOffDialog') =>
    void openDialog(() => loadDialogs().then((dialogs) => dialogs[name]), { hasPassword })
  return (
    <div className={styles.factor} data-on={isOn || undefined}>
      <span className={styles.factorIcon}>{isOn ? <IconShieldCheck /> : <IconShieldOff />}</span>
      <div className={styles.factorText}>
        <p className="kr-medium">{isOn ? texts.on : texts.off}</p>
        <p className="kr-second kr-muted">
          {isOn ? texts.signingInRequiresCodeFrom : texts.requireCodeFromAuthenticatorApp}
        </p>
        {isOn && (
          <p className="kr-second kr-muted" data-few={recoveryCodesLeft < lowCodeCount || undefined}>
            {texts.codesLeft(texts.recoveryCodesOf(recoveryCodesLeft))}
          </p>
        )}
      </div>
      <div className={styles.factorActions}>
        {isOn ? (
          <>
            <Button onClick={() => open('NewCodesDialog')}>{texts.newRecoveryCodes}</Button>
            <Button variant="subtle" color="red" onClick={() => open('TurnOffDialog')}>
              {texts.turnOff}
            </Button>
          </>
        ) : (
          <Button variant="filled" onClick={() => open('SetUpDialog')}>
            {texts.setUp}
          </Button>
        )}
      </div>
    </div>
  )
}
