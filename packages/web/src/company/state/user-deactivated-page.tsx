import { Button } from '@mantine/core'
import { useMe } from '../../user/index.ts'
import { openCreateCompany } from '../company.dialogs.ts'
import { StatePage } from './state-page.tsx'

/** For people who are deactivated in their company, or were and have none left. */
export function UserDeactivatedPage() {
  const user = useMe()?.user
  return (
    <StatePage
      pageTitle="Account deactivated"
      title="Your account is deactivated"
      text={
        user?.company
          ? `An administrator of ${user.company.title} can activate it again.`
          : 'You’re no longer in a company. An administrator can activate or invite you again.'
      }
    >
      {user?.abilities.createCompany && <Button onClick={openCreateCompany}>Create a new company</Button>}
    </StatePage>
  )
}
