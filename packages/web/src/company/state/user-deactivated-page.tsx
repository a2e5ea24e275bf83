import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../user/index.ts'
import { openCreateCompany } from '../company.dialogs.ts'
import * as texts from '../texts.ts'
import { ContactButton } from './contact-button.tsx'
import { StatePage } from './state-page.tsx'

const recheckMs = 10_000

/** For people who are deactivated in their company, or were and have none left. */
export function UserDeactivatedPage() {
  // A person who is activated again is redirected home automatically.
  const user = useQuery({ ...meQuery, refetchInterval: recheckMs, meta: { isErrorShown: true } }).data?.user
  return (
    <StatePage
      pageTitle={texts.accountDeactivated}
      title={texts.yourAccountIsDeactivated}
      text={user?.company ? texts.anAdministratorOfCompanyTitleCan(user.company.title) : texts.youreNoLongerInCompany}
    >
      <ContactButton contact={user?.company?.contact} />
      {user?.abilities.createCompany && <Button onClick={openCreateCompany}>{texts.createANewCompany}</Button>}
    </StatePage>
  )
}
