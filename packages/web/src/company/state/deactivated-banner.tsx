import { IconLock } from '@tabler/icons-react'
import { Banner } from '../../ui/banner.tsx'
import { useMe } from '../../user/index.ts'
import styles from '../company.module.css'
import * as texts from '../texts.ts'

/** For the owner of a deactivated company with billing, who can open its billing pages only. */
export function DeactivatedBanner() {
  const user = useMe()?.user
  const company = user?.company
  if (!company || company.isActivated || !company.isBilling || user.role !== 'owner') return null
  return (
    <div className={styles.banner}>
      <Banner icon={<IconLock />}>{texts.companyIsDeactivatedUntil(company.title)}</Banner>
    </div>
  )
}
