import { Select } from '@mantine/core'
import { visibilityInfo } from '../visibility-label.tsx'
import { privacyOptions, type Privacy } from '../list/workspace-list-search.ts'
import * as texts from '../texts.ts'
import styles from './workspace-form.module.css'

type VisibilitySelectProps = {
  value: Privacy
  onChange: (value: Privacy) => void
  isDisabled?: boolean
}

const options = privacyOptions.map((value) => ({ value, label: visibilityInfo[value].label }))
const parsePrivacy = (value: string | null): Privacy | undefined => privacyOptions.find((option) => option === value)

/** Each option explains who can read. */
export function VisibilitySelect({ value, onChange, isDisabled = false }: VisibilitySelectProps) {
  const { icon: Icon, description } = visibilityInfo[value]
  return (
    <Select
      label={texts.visibility}
      description={isDisabled ? texts.onlyWorkspaceManagersCanChange : description}
      data={options}
      value={value}
      allowDeselect={false}
      disabled={isDisabled}
      leftSection={<Icon />}
      onChange={(next) => {
        const visibility = parsePrivacy(next)
        if (visibility && visibility !== value) onChange(visibility)
      }}
      renderOption={({ option }) => <VisibilityOption value={parsePrivacy(option.value) ?? 'private'} />}
    />
  )
}

function VisibilityOption({ value }: { value: Privacy }) {
  const { icon: Icon, label, description } = visibilityInfo[value]
  return (
    <span className={styles.option}>
      <Icon />
      <span>
        {label}
        <small>{description}</small>
      </span>
    </span>
  )
}
