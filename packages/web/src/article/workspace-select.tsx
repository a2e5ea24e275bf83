import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { WorkspaceAvatar } from '../ui/identity/workspace-avatar.tsx'
import { editableWorkspaces, workspacesQuery } from '../workspace/index.ts'
import * as texts from './texts.ts'

type WorkspaceSelectProps = {
  /** The uuid. */
  value: string | null
  onChange: (workspaceId: string) => void
  label?: string
  error?: string
  size?: 'sm' | 'md'
  isDisabled?: boolean
  /** Listed first if the user may not create articles in it, so that the field does not appear empty. */
  current?: { id: string; title: string } | null
}

/** The workspaces the user may create articles in. */
export function WorkspaceSelect({ value, onChange, label, error, size, isDisabled, current }: WorkspaceSelectProps) {
  const { data, isPending, isLoadingError } = useQuery(workspacesQuery)
  const workspaces: { id: string; title: string }[] = data ? editableWorkspaces(data) : []
  const choices = current && !workspaces.some(({ id }) => id === current.id) ? [current, ...workspaces] : workspaces
  const chosen = choices.find(({ id }) => id === value)
  return (
    <Select
      size={size}
      label={label}
      aria-label={label ?? texts.workspace}
      name="workspace"
      placeholder={isPending ? texts.loading : texts.chooseAWorkspace}
      data={choices.map(({ id, title }) => ({ value: id, label: title }))}
      value={chosen?.id ?? null}
      onChange={(id) => id !== null && onChange(id)}
      allowDeselect={false}
      searchable={choices.length > 8}
      nothingFoundMessage={texts.thereAreNoMatchingResults}
      disabled={isDisabled}
      error={error ?? (isLoadingError ? texts.canNotLoadWorkspaces : undefined)}
      leftSection={chosen ? <WorkspaceAvatar id={chosen.id} title={chosen.title} size={20} /> : undefined}
      renderOption={({ option }) => (
        <span className="kr-row kr-grow">
          <WorkspaceAvatar id={option.value} title={option.label} size={20} />
          <span className="kr-trunc">{option.label}</span>
        </span>
      )}
    />
  )
}
