import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash, IconUsers } from '@tabler/icons-react'
import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import type { Sort } from '../ui/list/list-sort.ts'
import { AvatarStack } from '../ui/identity/person-avatar.tsx'
import { formatDate } from '../ui/time-format.ts'
import { useMayManageGroups } from './group.queries.ts'
import { GroupTitle } from './group-title.tsx'
import { openGroupUsers } from './group.dialogs.ts'
import * as texts from './texts.ts'
import { useGroupDeletion } from './use-group-deletion.ts'
import styles from './group.module.css'

export type GroupColumn = 'group' | 'created' | 'users' | 'actions'

const columns: Column<Group, GroupColumn>[] = [
  { name: 'group', title: texts.group, cell: (group) => <GroupTitle group={group} /> },
  {
    name: 'created',
    title: texts.created,
    width: 128,
    isSortable: true,
    initialDirection: 'descending',
    hideBelow: 'phone',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
  { name: 'users', title: texts.users, width: 208, hideBelow: 'phone', cell: (group) => <GroupPeople group={group} /> },
  {
    name: 'actions',
    title: texts.actions,
    isTitleHidden: true,
    width: 112,
    align: 'right',
    cell: (group) => <GroupActions group={group} />,
  },
]

type GroupsTableProps = {
  groups: readonly Group[]
  sort: Sort<GroupColumn>
  onSort: (sort: Sort<GroupColumn>) => void
  isLoading: boolean
}

export function GroupsTable({ groups, sort, onSort, isLoading }: GroupsTableProps) {
  const mayManage = useMayManageGroups()
  return (
    <DataTable
      label={texts.userGroups}
      rows={groups}
      columns={mayManage ? columns : columns.filter(({ name }) => name !== 'actions')}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isLoading={isLoading}
    />
  )
}

function GroupPeople({ group: { userList, userIds } }: { group: Group }) {
  if (userIds.length === 0) return texts.noMembers
  return (
    <span className={styles.stack}>
      <AvatarStack people={userList} total={userIds.length} />
    </span>
  )
}

function GroupActions({ group }: { group: Group }) {
  const remove = useGroupDeletion()
  return (
    <span className={styles.buttons}>
      <Tooltip label={texts.manageUsers}>
        <ActionIcon aria-label={texts.manageUsersOfGroupTitle(group.title)} onClick={() => openGroupUsers(group)}>
          <IconUsers />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.deleteLabel}>
        <ActionIcon aria-label={texts.deleteGroupTitle(group.title)} onClick={() => void remove(group)}>
          <IconTrash />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
