import { Switch } from '@mantine/core'
import * as texts from '../texts.ts'
import styles from './shared-links.module.css'

type SharingSwitchProps = {
  isOff: boolean
  onChange: (isOff: boolean) => void
  /** Explains the effect: for a workspace, or for the company. */
  description: string
  isDisabled?: boolean
}

/** Whether public links are allowed at all. While off, existing links do not open; they work again once it is on. */
export const SharingSwitch = ({ isOff, onChange, description, isDisabled = false }: SharingSwitchProps) => (
  <Switch
    label={texts.publicLinks}
    labelPosition="left"
    description={description}
    classNames={{ body: styles.switch, label: styles.label, labelWrapper: 'kr-grow' }}
    checked={!isOff}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(!currentTarget.checked)}
  />
)
