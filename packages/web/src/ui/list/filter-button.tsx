import type { ReactNode } from 'react'
import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { ClearButton } from './clear-button.tsx'
import styles from './toolbar.module.css'

type FilterButtonProps<Value extends string> = {
  label: string
  icon?: ReactNode
  /** Null if nothing is chosen. */
  value: Value | null
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  /** Null removes the filter. */
  onChange: (value: Value | null) => void
  /** One of the options is always chosen, as in an order. */
  isRequired?: boolean
  /** The options are proper names, whose capitals are kept. */
  keepsCase?: boolean
}

/** A filter of a list: subtle while it is off; when set, it shows its value and has a remove button. */
export function FilterButton<Value extends string>({
  label,
  icon,
  value,
  options,
  onChange,
  isRequired = false,
  keepsCase = false,
}: FilterButtonProps<Value>) {
  const chosen = options.find((option) => option.value === value)
  const chosenText = keepsCase ? chosen?.label : chosen?.label.toLocaleLowerCase()
  return (
    <span className={styles.filter} data-set={chosen ? true : undefined}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={styles.filterMain}>
            {icon}
            <span className="kr-trunc">{chosen ? `${label}: ${chosenText}` : label}</span>
            {(!chosen || isRequired) && <IconChevronDown className="kr-icon-16" />}
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.options}>
          <Menu.Item
            rightSection={chosen ? null : <IconCheck className="kr-icon-16" />}
            aria-current={!chosen || undefined}
            onClick={() => onChange(null)}
          >
            {texts.all}
          </Menu.Item>
          {options.map((option) => (
            <Menu.Item
              key={option.value}
              leftSection={option.icon}
              rightSection={option.value === value ? <IconCheck className="kr-icon-16" /> : null}
              aria-current={option.value === value || undefined}
              onClick={() => onChange(option.value)}
            >
              {option.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen && !isRequired && <ClearButton label={texts.clearFilterLabel(label)} onClear={() => onChange(null)} />}
    </span>
  )
}
