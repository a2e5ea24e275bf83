import { Menu } from '@mantine/core'
import { IconLink, IconMail, IconMailOff } from '@tabler/icons-react'
import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { InvitedUser } from '@knowreel/shared/company/invitation.calls.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import type { Sort } from '../ui/list/list-sort.ts'
import { formatDate, formatFullTime } from '../ui/time-format.ts'
import { PersonCell, StatusBadge, statusLabels } from './person-cell.tsx'
import * as texts from './texts.ts'
import { useInvitationActions } from './use-user-actions.ts'
import { invitationStatus } from './user-list.ts'
import type { UserSortColumn } from './user-list-search.ts'
import styles from './users-page.module.css'

type InvitedTableProps = {
  items: readonly InvitedUser[]
  sort: Sort<UserSortColumn>
  onSort: (sort: Sort<UserSortColumn>) => void
  isLoading: boolean
}

const nameOf = (item: InvitedUser) => fullName(item) || item.email

/** The role, and the status if there is something to do. */
function detailsOf(item: InvitedUser): string {
  const status = invitationStatus(item)
  return [companyRoleLabels[item.role], ...(status === 'invited' ? [] : [statusLabels[status]])].join(', ')
}

const columns: Column<InvitedUser, UserSortColumn>[] = [
  {
    name: 'name',
    title: texts.name,
    isSortable: true,
    cell: (item) => (
      <PersonCell person={{ id: item.id, name: nameOf(item) }} email={item.email} details={detailsOf(item)} />
    ),
  },
  {
    name: 'role',
    title: texts.role,
    width: 168,
    isSortable: true,
    hideBelow: 'phone',
    cell: ({ role }) => <span className={styles.role}>{companyRoleLabels[role]}</span>,
  },
  {
    name: 'status',
    title: texts.status,
    width: 128,
    isSortable: true,
    hideBelow: 'phone',
    cell: (item) => <StatusBadge status={invitationStatus(item)} />,
  },
  {
    name: 'invited',
    title: texts.invited,
    width: 128,
    isSortable: true,
    initialDirection: 'descending',
    hideBelow: 'tablet',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatFullTime(createdAt)} className="kr-num">
        {formatDate(createdAt)}
      </time>
    ),
  },
]

export function InvitedTable({ items, sort, onSort, isLoading }: InvitedTableProps) {
  const actions = useInvitationActions()
  return (
    <DataTable
      label={texts.invitedUsers}
      rows={items}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isLoading={isLoading}
      menuLabel={(item) => texts.actionsForItem(nameOf(item))}
      menu={(item) =>
        (item.abilities.renew || item.abilities.withdraw) && (
          <>
            {item.abilities.renew && (
              <>
                <Menu.Item leftSection={<IconMail />} onClick={() => actions.resend(item)}>
                  {texts.sendAgain}
                </Menu.Item>
                <Menu.Item leftSection={<IconLink />} onClick={() => actions.newAddress(item)}>
                  {texts.copyANewLink}
                </Menu.Item>
              </>
            )}
            {item.abilities.withdraw && (
              <>
                <Menu.Divider />
                <Menu.Item leftSection={<IconMailOff />} data-danger onClick={() => actions.withdraw(item)}>
                  {texts.withdraw}
                </Menu.Item>
              </>
            )}
          </>
        )
      }
    />
  )
}
