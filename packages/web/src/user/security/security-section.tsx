import { DeviceList } from './device-list.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import styles from './security.module.css'

/** What keeps an account one's own: the second factor, and where one is signed in. */
export function SecuritySection() {
  return (
    <div className={styles.security}>
      <TwoFactorCard />
      <DeviceList />
    </div>
  )
}
