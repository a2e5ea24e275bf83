import { Button } from '@mantine/core'
import { useMe } from '../../user/index.ts'
import { openCreateCompany } from '../company.dialogs.ts'
import * as texts from '../texts.ts'
import { StatePage } from './state-page.tsx'

/** For people who are deactivated in their company, or were and have none left. */
export function UserDeactivatedPage() {
  const user = useMe()?.user
  return (
    <StatePage
      pageTitle={texts.accountDeactivated}
      title={texts.yourAccountIsDeactivated}
      text={user?.company ? texts.anAdministratorOfCompanyTitleCan(user.company.title) : texts.youreNoLongerInCompany}
    >
      {user?.abilities.createCompany && <Button onClick={openCreateCompany}>{texts.createANewCompany}</Button>}
    </StatePage>
  )
}
