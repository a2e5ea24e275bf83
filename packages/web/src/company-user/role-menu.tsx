import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import * as texts from './texts.ts'
import { roleOrder } from './user-list-search.ts'
import styles from './users-page.module.css'

type RoleProps = { user: CompanyUser; onChange: (role: CompanyRole) => void }

/** A menu of the roles one may give this person, as listed in the response; plain text if there are none. */
export function RoleMenu({ user, onChange }: RoleProps) {
  if (user.abilities.roles.length === 0) return <span className={styles.role}>{companyRoleLabels[user.role]}</span>
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={styles.roleButton}
          aria-label={texts.roleOfUser(user.name, companyRoleLabels[user.role])}
        >
          {companyRoleLabels[user.role]}
          <IconChevronDown className="kr-icon-16" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <RoleItems user={user} onChange={onChange} />
      </Menu.Dropdown>
    </Menu>
  )
}

export function RoleItems({ user, onChange }: RoleProps) {
  return roleOrder
    .filter((role) => user.abilities.roles.includes(role))
    .map((role) => (
      <Menu.Item
        key={role}
        rightSection={role === user.role ? <IconCheck className="kr-icon-16" /> : null}
        aria-current={role === user.role || undefined}
        onClick={() => onChange(role)}
      >
        {companyRoleLabels[role]}
      </Menu.Item>
    ))
}
