import { DeviceList } from './device-list.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import styles from './security.module.css'

/** Account security: the second factor, and the devices that are signed in. */
export function SecuritySection() {
  return (
    <div className={styles.security}>
      <TwoFactorCard />
      <DeviceList />
    </div>
  )
}
