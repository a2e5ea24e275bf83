import { Switch } from '@mantine/core'
import styles from './shared-links.module.css'

type SharingSwitchProps = {
  isOff: boolean
  onChange: (isOff: boolean) => void
  /** What it means here: for a workspace, or for the company. */
  description: string
  isDisabled?: boolean
}

/** Whether there can be public links at all. What was made stays for the day it is on again, and opens nothing meanwhile. */
export const SharingSwitch = ({ isOff, onChange, description, isDisabled = false }: SharingSwitchProps) => (
  <Switch
    label="Public links"
    labelPosition="left"
    description={description}
    classNames={{ body: styles.switch, label: styles.label, labelWrapper: 'kr-grow' }}
    checked={!isOff}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(!currentTarget.checked)}
  />
)
