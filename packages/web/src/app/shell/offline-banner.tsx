import { IconWifiOff } from '@tabler/icons-react'
import { Banner } from '../../ui/banner.tsx'
import { useOnline } from '../../ui/use-online.ts'
import styles from './offline-banner.module.css'

export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <div className={styles.place} data-offline-banner>
      <Banner icon={<IconWifiOff />}>You are offline. What you write is kept here.</Banner>
    </div>
  )
}
