import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { contactTarget } from '../../ui/contact-target.ts'
import { meQuery, useMe } from '../../user/index.ts'
import { companyInfoQuery } from '../company.queries.ts'
import * as texts from '../texts.ts'
import { StatePage } from './state-page.tsx'

const recheckMs = 30_000

/** For everyone but the owner while the company has not paid; redirects home automatically once it has. */
export function NotPaidPage() {
  // Also a company that is deactivated meanwhile, or whose subscription ends, has another page.
  useQuery({ ...meQuery, refetchInterval: recheckMs })

  const user = useMe()?.user
  const company = user?.company
  const owner = useQuery({ ...companyInfoQuery(company?.id ?? ''), enabled: company != null }).data?.owner
  return (
    <StatePage
      pageTitle={texts.temporarilyDeactivated}
      title={texts.yourAccountHasBeenTemporarily}
      text={texts.companyTitleHasNoActiveSubscription(company?.title ?? texts.theCompany)}
    >
      {user?.supportContact ? (
        <Button component="a" {...contactTarget(user.supportContact)}>
          {texts.contactSupport}
        </Button>
      ) : (
        owner &&
        owner.id !== user?.id && (
          <Button component="a" href={`mailto:${owner.email}`}>
            {texts.contactPersonName(owner.name)}
          </Button>
        )
      )}
    </StatePage>
  )
}
