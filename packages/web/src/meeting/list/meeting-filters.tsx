import { useQuery } from '@tanstack/react-query'
import { FilterButton } from '../../ui/list/filter-button.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { meetingFiltersQuery } from '../meeting.queries.ts'
import * as texts from '../texts.ts'
import { statusLabels } from './meeting-status.tsx'
import { statusOptions, type MeetingListSearch } from './meeting-list-search.ts'
import styles from './meetings.module.css'

const searchDelayMs = 500
/** On phones the list has no column to click. */
const orders = [
  { value: 'asc', label: texts.upcomingFirst },
  { value: 'desc', label: texts.finishedFirst },
] as const
const statuses = statusOptions.map((value) => ({ value, label: statusLabels[value] }))

type MeetingFiltersProps = { search: MeetingListSearch; onChange: (change: MeetingListSearch) => void }

export function MeetingFilters({ search, onChange }: MeetingFiltersProps) {
  const { data } = useQuery(meetingFiltersQuery)
  const isPhone = usePhone()
  const { organizedBy = [], workspace = [] } = data?.filters ?? {}
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q.trim() || undefined })}
        placeholder={texts.searchMeetings}
        debounceMs={searchDelayMs}
      />
      <div className={styles.filters}>
        <FilterButton
          label={texts.workspace}
          keepsCase
          value={search.workspace ?? null}
          options={workspace.map(({ id, title }) => ({
            value: id,
            label: title,
            icon: <WorkspaceAvatar id={id} title={title} size={20} />,
          }))}
          onChange={(id) => onChange({ workspace: id ?? undefined })}
        />
        <FilterButton
          label={texts.organizer}
          keepsCase
          value={search.organizer ?? null}
          options={organizedBy.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => onChange({ organizer: id ?? undefined })}
        />
        <FilterButton
          label={texts.status}
          value={search.status ?? null}
          options={statuses}
          onChange={(status) => onChange({ status: status ?? undefined })}
        />
        {isPhone && (
          <FilterButton
            label={texts.sort}
            isRequired
            value={search.sort ?? 'asc'}
            options={orders}
            onChange={(order) => onChange({ sort: order === 'desc' ? order : undefined })}
          />
        )}
      </div>
    </>
  )
}
