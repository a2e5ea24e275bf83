import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useMe, type Session } from '../../user/index.ts'
import * as texts from '../texts.ts'
import { ContactButton, SupportButton } from './contact-button.tsx'
import { StatePage } from './state-page.tsx'
import { useCompanyActivation } from './use-company-activation.ts'

/** Shown while the company is deactivated; redirects home automatically once it is active again. */
export function InactivePage() {
  const queryClient = useQueryClient()
  useCompanyActivation(true, () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }))

  const user = useMe()?.user
  const company = user?.company
  const isManager = user?.role === 'owner' || user?.role === 'admin'
  // The owner cannot activate a company without billing.
  const support = isManager && !company?.isBilling ? user.supportContact : null
  return (
    <StatePage
      pageTitle={texts.companyDeactivated}
      title={company ? texts.companyTitleIsDeactivated(company.title) : texts.theCompanyIsDeactivated}
      text={isManager ? hintFor(user) : texts.pleaseContactYourAdministrator}
    >
      {support === null ? <ContactButton contact={company?.contact} /> : <SupportButton contact={support} />}
    </StatePage>
  )
}

/** For administrators and owners. An owner who can pay is redirected to the subscription. */
function hintFor({ company, supportContact }: Session['user']): string {
  if (company?.isBilling) return texts.theOwnerCanUpdateTheSubscription
  return texts.whoCanActivateIt(supportContact)
}
