import { Menu } from '@mantine/core'
import { IconCopy, IconUserCheck, IconUserMinus, IconUserOff } from '@tabler/icons-react'
import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import type { Sort } from '../ui/list/list-sort.ts'
import { formatDate, formatFullTime } from '../ui/time-format.ts'
import { usePhone } from '../ui/use-narrow.ts'
import { useMe } from '../user/index.ts'
import { PersonCell, StatusMark } from './person-cell.tsx'
import { RoleItems, RoleMenu } from './role-menu.tsx'
import { useUserActions } from './use-user-actions.ts'
import type { UserSortColumn } from './user-list-search.ts'

type UsersTableProps = {
  users: readonly CompanyUser[]
  sort: Sort<UserSortColumn>
  onSort: (sort: Sort<UserSortColumn>) => void
  isLoading: boolean
}

const statusOf = ({ status }: CompanyUser) => (status === 'deactivated' ? 'deactivated' : 'active')

export function UsersTable({ users, sort, onSort, isLoading }: UsersTableProps) {
  const isPhone = usePhone()
  const myId = useMe()?.user.id
  const actions = useUserActions()

  const columns: Column<CompanyUser, UserSortColumn>[] = [
    {
      name: 'name',
      title: 'Name',
      isSortable: true,
      cell: (user) => (
        <PersonCell
          person={user}
          email={user.email ?? ''}
          isYou={user.id === myId}
          facts={`${companyRoleLabels[user.role]}${user.status === 'deactivated' ? ', Deactivated' : ''}`}
        />
      ),
    },
    {
      name: 'role',
      title: 'Role',
      width: 168,
      isSortable: true,
      hideUnder: 'phone',
      cell: (user) => <RoleMenu user={user} onChange={(role) => actions.setRole(user, role)} />,
    },
    {
      name: 'status',
      title: 'Status',
      width: 128,
      isSortable: true,
      hideUnder: 'phone',
      cell: (user) => <StatusMark status={statusOf(user)} />,
    },
    {
      name: 'seen',
      title: 'Last seen',
      width: 128,
      isSortable: true,
      firstSort: 'descending',
      hideUnder: 'tablet',
      cell: ({ lastTimeLoggedIn: time }) =>
        time === null ? (
          <span>{formatDate(null)}</span>
        ) : (
          <time dateTime={time} title={formatFullTime(time)} className="kr-num">
            {formatDate(time)}
          </time>
        ),
    },
  ]

  return (
    <DataTable
      label="Users"
      rows={users}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isLoading={isLoading}
      menuLabel={({ name }) => `Actions for ${name}`}
      menu={(user) => (
        <>
          {isPhone && user.abilities.roles.length > 0 && (
            <>
              <Menu.Label>Role</Menu.Label>
              <RoleItems user={user} onChange={(role) => actions.setRole(user, role)} />
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconCopy />} onClick={() => actions.copyEmail(user.email ?? '')}>
            Copy email
          </Menu.Item>
          {user.abilities.setStatus &&
            (user.status === 'deactivated' ? (
              <Menu.Item leftSection={<IconUserCheck />} onClick={() => actions.activate(user)}>
                Activate
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconUserOff />} onClick={() => actions.deactivate(user)}>
                Deactivate
              </Menu.Item>
            ))}
          {user.abilities.remove && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconUserMinus />} data-danger onClick={() => actions.remove(user)}>
                Remove
              </Menu.Item>
            </>
          )}
        </>
      )}
    />
  )
}
