import { lazyWhenIdle } from '../ui/lazy-components.tsx'

export { companyCreatedParam } from './switch/switch-destination.ts'
export { CompanySwitcher } from './switch/company-switcher.tsx'
export { openCreateCompany } from './company.dialogs.ts'
/** Lazy: few people ever see it. */
export const DeactivatedBanner = lazyWhenIdle(() =>
  import('./state/deactivated-banner.tsx').then((module) => module.DeactivatedBanner),
)
export { useHasCompanyAccess, useMembershipGuard } from './state/membership-guard.ts'
export { otherCompanies } from './switch/company-list.ts'
export { switchAndOpen, switchAndReload } from './switch/switch-company.ts'
export { useSwitchCompany } from './switch/use-switch-company.ts'
