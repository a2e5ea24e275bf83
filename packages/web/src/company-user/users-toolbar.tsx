import { SegmentedControl } from '@mantine/core'
import { FilterButton } from '../ui/list/filter-button.tsx'
import { SearchField } from '../ui/list/search-field.tsx'
import { usePhone } from '../ui/use-breakpoints.ts'
import * as texts from './texts.ts'
import { roleOptions } from './user-list.ts'
import { userLists, type UserList, type UserListSearch } from './user-list-search.ts'
import styles from './users-page.module.css'

type UsersToolbarProps = {
  search: UserListSearch
  list: UserList
  /** Absent while loading. */
  counts: Record<UserList, number | undefined>
  onChange: (change: Partial<UserListSearch>) => void
}

const listLabels: Record<UserList, string> = {
  active: texts.active,
  deactivated: texts.deactivated,
  invited: texts.invited,
}

export function UsersToolbar({ search, list, counts, onChange }: UsersToolbarProps) {
  const isPhone = usePhone()
  // An empty list is hidden unless it is open.
  const shown = userLists.filter((name) => name !== 'deactivated' || counts[name] || list === name)
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
        placeholder={texts.searchByNameOrEmail}
        width={isPhone ? '100%' : 280}
      />
      <SegmentedControl
        aria-label={texts.usersShown}
        className={styles.lists}
        value={list}
        onChange={(next) => onChange({ list: next === 'active' ? undefined : (next as UserListSearch['list']) })}
        data={shown.map((name) => ({
          value: name,
          label: (
            <span className={styles.segment}>
              {listLabels[name]}
              {counts[name] !== undefined && <span className="kr-num">{counts[name]}</span>}
            </span>
          ),
        }))}
      />
      <FilterButton
        label={search.role ? texts.role : texts.roleAll}
        value={search.role ?? null}
        options={roleOptions}
        onChange={(role) => onChange({ role: role ?? undefined })}
        keepsCase
      />
    </>
  )
}
