import { IconWifiOff } from '@tabler/icons-react'
import { Banner } from '../../ui/banner.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useRootAttribute } from '../../ui/page/use-root-attribute.ts'
import * as texts from '../texts.ts'
import styles from './offline-banner.module.css'

export function OfflineBanner() {
  const isOnline = useOnline()
  useRootAttribute('offline', isOnline ? null : '')
  if (isOnline) return null
  return (
    <div className={styles.place}>
      <Banner icon={<IconWifiOff />}>{texts.youreOfflineYourChangesAre}</Banner>
    </div>
  )
}
