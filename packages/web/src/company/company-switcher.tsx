import { Menu } from '@mantine/core'
import { IconArrowsExchange, IconCheck, IconPlus } from '@tabler/icons-react'
import { useMe } from '../user/index.ts'
import { openDialog } from '../ui/dialogs.ts'
import { reachableCompanies } from './company-list.ts'
import { CompanyMark } from './company-mark.tsx'
import { openCreateCompany } from './open-create-company.ts'
import { useSwitchCompany } from './use-switch-company.ts'
import styles from './company.module.css'

/** More would push the rest of the menu off small screens; then there is a dialog with a search. */
const mostInMenu = 5

/** Entries of the user menu: the companies of the person, and one to found another. */
export function CompanySwitcher() {
  const me = useMe()
  const { switchTo, isBusy } = useSwitchCompany()
  if (!me) return null
  const companies = reachableCompanies(me.companies)
  const current = me.user.company?.id
  return (
    <>
      {companies.length > 0 && <Menu.Label>Companies</Menu.Label>}
      {companies.length <= mostInMenu &&
        companies.map((company) => (
          <Menu.Item
            key={company.id}
            leftSection={<CompanyMark company={company} size={20} />}
            rightSection={company.id === current && <IconCheck className="kr-icon-16" />}
            aria-current={company.id === current || undefined}
            disabled={isBusy}
            onClick={() => company.id !== current && switchTo(company.id)}
          >
            <span className={`${styles.title} kr-trunc`} title={company.title}>
              {company.title}
            </span>
          </Menu.Item>
        ))}
      {companies.length > mostInMenu && (
        <Menu.Item leftSection={<IconArrowsExchange />} onClick={openSwitchCompany}>
          Switch company
        </Menu.Item>
      )}
      {me.user.abilities.createCompany && (
        <Menu.Item leftSection={<IconPlus />} onClick={openCreateCompany}>
          Create a company
        </Menu.Item>
      )}
    </>
  )
}

function openSwitchCompany(): void {
  void openDialog(() => import('./switch-company-dialog.tsx').then((module) => module.SwitchCompanyDialog), {})
}
