import { useState } from 'react'
import { Button } from '@mantine/core'
import { handleError } from '../../platform/api/handle-error.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import * as texts from '../texts.ts'
import { useJoin, type JoinProps } from './join.ts'
import styles from '../auth.module.css'

/** The browser is already signed in with the invited account. */
export function JoinSignedIn({ token, invitation, onStale }: JoinProps) {
  const [isBusy, setBusy] = useState(false)
  const join = useJoin(token, onStale)
  const press = () => {
    setBusy(true)
    join({})
      .catch(handleError)
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.form}>
      <p>{texts.youreSignedInWithThis}</p>
      <Button variant="filled" size="md" fullWidth loading={isBusy} onClick={press} autoFocus>
        {texts.joinCompanyTitle(invitation.company.title)}
      </Button>
      <LinkButton to="/" size="md" fullWidth>
        {texts.notNow}
      </LinkButton>
    </div>
  )
}
