import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { useMe } from '../../user/index.ts'
import { editableWorkspacesQuery } from '../../workspace/index.ts'
import * as texts from '../texts.ts'
import styles from './bot-settings.module.css'

type Choice = { companyId: string; workspaceId: string | null }

/** The value of the personal workspace, which the settings store as null. */
const personal = 'personal'

/** Company and workspace of recordings: companies in which the person is active, workspaces in which they may write. */
export function WorkspaceChoice({ companyId, workspaceId, onChange }: Choice & { onChange: (choice: Choice) => void }) {
  const companies = (useMe()?.companies ?? []).filter(({ status, isActivated }) => status === 'active' && isActivated)
  const request = useQuery(editableWorkspacesQuery(companyId))
  const workspaces = (request.data?.items ?? []).map(({ id, title, visibility }) => ({
    value: visibility === personal ? personal : id,
    label: title,
  }))
  const options = workspaces.some(({ value }) => value === personal)
    ? workspaces
    : [{ value: personal, label: texts.personal }, ...workspaces]
  const chosen = options.find(({ value }) => value === (workspaceId ?? personal))
  return (
    <div className={styles.pair}>
      <Select
        label={texts.company}
        data={companies.map(({ id, title }) => ({ value: id, label: title }))}
        allowDeselect={false}
        value={companyId}
        onChange={(id) => id && id !== companyId && onChange({ companyId: id, workspaceId: null })}
      />
      <Select
        label={texts.workspace}
        data={options}
        allowDeselect={false}
        searchable={options.length > 8}
        nothingFoundMessage={texts.thereAreNoMatchingResults}
        placeholder={request.isPending ? texts.loading : undefined}
        error={request.isError ? texts.theWorkspacesCouldNotBe : undefined}
        value={chosen?.value ?? null}
        onChange={(id) => id && onChange({ companyId, workspaceId: id === personal ? null : id })}
        leftSection={chosen && <WorkspaceAvatar id={chosen.value} title={chosen.label} size={20} />}
        renderOption={({ option }) => (
          <span className="kr-row kr-grow">
            <WorkspaceAvatar id={option.value} title={option.label} size={20} />
            <span className="kr-trunc">{option.label}</span>
          </span>
        )}
      />
    </div>
  )
}
