import { useId } from 'react'
import { Radio } from '@mantine/core'
import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { NewcomerRole } from './dialog-options.ts'
import * as texts from './texts.ts'
import styles from './newcomer-form.module.css'

const roleDescriptions: Record<NewcomerRole, string> = {
  admin: texts.everythingExceptBilling,
  moderator: texts.peopleAndGroups,
  user: texts.canViewAndEditWhere,
}

type RoleChoiceProps = {
  roles: readonly NewcomerRole[]
  value: NewcomerRole
  onChange: (role: NewcomerRole) => void
}

/** Explains each role; the highest comes first. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const base = useId()
  return (
    <fieldset className={styles.roles}>
      <legend>{texts.role}</legend>
      <div className={styles.choices}>
        {roles.toReversed().map((role) => (
          <label key={role} htmlFor={`${base}${role}`} className={styles.choice}>
            <Radio
              id={`${base}${role}`}
              name="role"
              value={role}
              checked={role === value}
              onChange={() => onChange(role)}
            />
            <span className={styles.words}>
              <b>{companyRoleLabels[role]}</b>
              <small>{roleDescriptions[role]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
