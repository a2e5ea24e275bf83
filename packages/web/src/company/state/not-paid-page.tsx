import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../user/index.ts'
import { companyInfoQuery } from '../company.queries.ts'
import * as texts from '../texts.ts'
import { ContactButton, SupportButton } from './contact-button.tsx'
import { StatePage } from './state-page.tsx'

const recheckMs = 30_000

/** For everyone but the owner while the company has not paid. */
export function NotPaidPage() {
  // Leads home once the company has paid, and to the page of its state if that changes.
  const user = useQuery({ ...meQuery, refetchInterval: recheckMs, meta: { isErrorShown: true } }).data?.user
  const company = user?.company
  const owner = useQuery({ ...companyInfoQuery(company?.id ?? ''), enabled: company != null }).data?.owner
  return (
    <StatePage
      pageTitle={texts.temporarilyDeactivated}
      title={texts.yourAccountHasBeenTemporarily}
      text={texts.companyTitleHasNoActiveSubscription(company?.title ?? texts.theCompany)}
    >
      {user?.supportContact ? (
        <SupportButton contact={user.supportContact} />
      ) : (
        owner && owner.id !== user?.id && <ContactButton contact={owner} />
      )}
    </StatePage>
  )
}
