import { Menu } from '@mantine/core'
import { IconArrowsExchange, IconCheck, IconPlus } from '@tabler/icons-react'
import { useMe } from '../../user/index.ts'
import { openDialog } from '../../ui/dialog/dialogs.ts'
import { accessibleCompanies } from './company-list.ts'
import { CompanyLogo } from '../../ui/identity/company-logo.tsx'
import { openCreateCompany } from '../company.dialogs.ts'
import * as texts from '../texts.ts'
import { useSwitchCompany } from './use-switch-company.ts'
import styles from '../company.module.css'

/** More would push the rest of the menu off small screens; then a dialog with a search is used. */
const maxInMenu = 5

/** Items of the user menu: the person's companies, and one to create another. */
export function CompanySwitcher() {
  const me = useMe()
  const { switchTo, isBusy } = useSwitchCompany()
  if (!me) return null
  const companies = accessibleCompanies(me.companies)
  const current = me.user.company?.id
  return (
    <>
      {companies.length > 0 && <Menu.Label>{texts.companies}</Menu.Label>}
      {companies.length <= maxInMenu &&
        companies.map((company) => (
          <Menu.Item
            key={company.id}
            leftSection={<CompanyLogo company={company} size={20} />}
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
      {companies.length > maxInMenu && (
        <Menu.Item leftSection={<IconArrowsExchange />} onClick={openSwitchCompany}>
          {texts.switchCompany}
        </Menu.Item>
      )}
      {me.user.abilities.createCompany && (
        <Menu.Item leftSection={<IconPlus />} onClick={openCreateCompany}>
          {texts.createACompany}
        </Menu.Item>
      )}
    </>
  )
}

function openSwitchCompany(): void {
  void openDialog(() => import('./switch-company-dialog.tsx').then((module) => module.SwitchCompanyDialog), {})
}
