import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { useLogOut, useMe } from '../../user/index.ts'
import * as texts from '../texts.ts'
import styles from './operator-banner.module.css'

const minuteMs = 60_000

/** Names the person that the operator is logged in as, the time left, and the way out. */
export function OperatorBanner() {
  const user = useMe()?.user
  const logOut = useLogOut()
  if (!user?.loggedInAs) return null
  return (
    <div className={styles.banner} role="status">
      <IconUserShield />
      <span className="kr-grow kr-trunc">
        <strong>{texts.youAreLoggedIn(user.company?.title ?? texts.thisCompany, user.name)}</strong>{' '}
        <span className={styles.note}>{texts.everythingYouDoIsInTheLog}</span>
      </span>
      <TimeLeft endsAt={user.loggedInAs.endsAt} />
      <Button onClick={logOut}>{texts.leave}</Button>
    </div>
  )
}

function TimeLeft({ endsAt }: { endsAt: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / minuteMs))
  return <span className={styles.left}>{texts.endsInMinutes(minutes)}</span>
}
