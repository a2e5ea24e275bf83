import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Banner } from '../../ui/banner.tsx'
import { meQuery, useMe } from '../../user/index.ts'
import styles from '../company.module.css'
import * as texts from '../texts.ts'
import { SupportButton } from './contact-button.tsx'
import { useCompanyActivation } from './use-company-activation.ts'

/**
 * For the owner of a deactivated company with billing, who can open its billing pages only. Leads home once it is active;
 * the checkout follows its payment instead.
 */
export function DeactivatedBanner() {
  const user = useMe()?.user
  const company = user?.company
  const isShown = company?.isActivated === false && company.isBilling && user?.role === 'owner' && !user.isSuperAdmin
  const queryClient = useQueryClient()
  const router = useRouter()
  useCompanyActivation(isShown, () => {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }).then(() => {
      if (!router.latestLocation.pathname.startsWith('/checkout')) router.history.replace('/')
    })
  })
  if (!isShown) return null
  return (
    <div className={styles.banner}>
      <Banner
        icon={<IconLock />}
        action={user.supportContact !== null && <SupportButton contact={user.supportContact} size="xs" />}
      >
        {company.isPaid
          ? `${texts.companyTitleIsDeactivated(company.title)}. ${texts.whoCanActivateIt(user.supportContact)}`
          : texts.companyIsDeactivatedUntil(company.title)}
      </Banner>
    </div>
  )
}
