import { Switch } from '@mantine/core'

type SharingSwitchProps = {
  isOff: boolean
  onChange: (isOff: boolean) => void
  /** Of what: this workspace, the company. */
  description: string
  isDisabled?: boolean
}

/** Whether there can be public links at all. What was made stays for the day it is on again, and opens nothing meanwhile. */
export const SharingSwitch = ({ isOff, onChange, description, isDisabled = false }: SharingSwitchProps) => (
  <Switch
    label="Public links"
    description={description}
    checked={!isOff}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(!currentTarget.checked)}
  />
)
