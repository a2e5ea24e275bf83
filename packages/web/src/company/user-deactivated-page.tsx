import { Button } from '@mantine/core'
import { useMe } from '../user/index.ts'
import { openCreateCompany } from './open-create-company.ts'
import { StatePage } from './state-page.tsx'

/** For those who are deactivated in their company, or were and have none left. */
export function UserDeactivatedPage() {
  const user = useMe()?.user
  return (
    <StatePage
      pageTitle="Account deactivated"
      title="Your account is deactivated"
      text={
        user?.company
          ? `An administrator of ${user.company.title} can activate it again.`
          : 'You are in no company any more. An administrator can activate or invite you again.'
      }
    >
      {user?.abilities.createCompany && <Button onClick={openCreateCompany}>Create a new company</Button>}
    </StatePage>
  )
}
