import { Menu } from '@mantine/core'
import { IconCopy, IconUserCheck, IconUserMinus, IconUserOff } from '@tabler/icons-react'
import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import type { Sort } from '../ui/list/list-sort.ts'
import { formatDate, formatFullTime } from '../ui/time-format.ts'
import { usePhone } from '../ui/use-breakpoints.ts'
import { useMe } from '../user/index.ts'
import { PersonCell, StatusBadge } from './person-cell.tsx'
import { RoleItems, RoleMenu } from './role-menu.tsx'
import * as texts from './texts.ts'
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
      title: texts.name,
      isSortable: true,
      cell: (user) => (
        <PersonCell
          person={user}
          email={user.email ?? ''}
          isYou={user.id === myId}
          details={`${companyRoleLabels[user.role]}${user.status === 'deactivated' ? ', Deactivated' : ''}`}
        />
      ),
    },
    {
      name: 'role',
      title: texts.role,
      width: 168,
      isSortable: true,
      hideBelow: 'phone',
      cell: (user) => <RoleMenu user={user} onChange={(role) => actions.setRole(user, role)} />,
    },
    {
      name: 'status',
      title: texts.status,
      width: 128,
      isSortable: true,
      hideBelow: 'phone',
      cell: (user) => <StatusBadge status={statusOf(user)} />,
    },
    {
      name: 'seen',
      title: texts.lastSeen,
      width: 128,
      isSortable: true,
      initialDirection: 'descending',
      hideBelow: 'tablet',
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
      label={texts.users}
      rows={users}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isLoading={isLoading}
      menuLabel={({ name }) => texts.actionsForItem(name)}
      menu={(user) => (
        <>
          {isPhone && user.abilities.roles.length > 0 && (
            <>
              <Menu.Label>{texts.role}</Menu.Label>
              <RoleItems user={user} onChange={(role) => actions.setRole(user, role)} />
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconCopy />} onClick={() => actions.copyEmail(user.email ?? '')}>
            {texts.copyEmail}
          </Menu.Item>
          {user.abilities.setStatus &&
            (user.status === 'deactivated' ? (
              <Menu.Item leftSection={<IconUserCheck />} onClick={() => actions.activate(user)}>
                {texts.activate}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconUserOff />} onClick={() => actions.deactivate(user)}>
                {texts.deactivate}
              </Menu.Item>
            ))}
          {user.abilities.remove && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconUserMinus />} data-danger onClick={() => actions.remove(user)}>
                {texts.remove}
              </Menu.Item>
            </>
          )}
        </>
      )}
    />
  )
}
