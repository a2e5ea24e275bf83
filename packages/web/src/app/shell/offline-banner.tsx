import { useSyncExternalStore } from 'react'
import { IconWifiOff } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { Banner } from '../../ui/banner.tsx'
import styles from './offline-banner.module.css'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  if (isOnline) return null
  return (
    <div className={styles.place}>
      <Banner icon={<IconWifiOff />}>You are offline. What you write is kept here.</Banner>
    </div>
  )
}
