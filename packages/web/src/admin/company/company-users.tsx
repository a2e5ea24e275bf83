import { useMemo, useState } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconBan, IconCircleCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AdminUser } from '@knowreel/shared/admin/admin.calls.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { handleSessionError } from '../../platform/api/handle-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { FilterButton } from '../../ui/list/filter-button.tsx'
import type { Sort } from '../../ui/list/list-sort.ts'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { formatLogInTime } from '../../ui/time-format.ts'
import { showError, showSuccess } from '../../ui/toast/toast.ts'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { useMe } from '../../user/index.ts'
import { companyUsersQuery, useRemovePerson, useSetPersonStatus } from '../admin.queries.ts'
import { searchDebounceMs, type AdminSearch } from '../admin-search.ts'
import { formatCount } from '../format-count.ts'
import { StatusDot, type DotTone } from '../../ui/status-dot.tsx'
import * as texts from '../texts.ts'
import { filterPeople, sortPeople, statusOfPerson, type PersonColumn } from './people-list.ts'
import styles from '../admin.module.css'

const statusLabels: Record<AdminUser['status'], { label: string; tone: DotTone }> = {
  active: { label: texts.active, tone: 'green' },
  deactivated: { label: texts.deactivated, tone: 'grey' },
  invited: { label: texts.invited, tone: 'hollow' },
}
const statusOptions = (['active', 'deactivated', 'invited'] as const).map((value) => ({
  value,
  label: statusLabels[value].label,
}))

export function CompanyUsers({ companyId }: { companyId: string }) {
  const search = useSearch({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const navigate = useNavigate({ from: '/admin/{-$page}/{-$id}' })
  const [sort, setSort] = useState<Sort<PersonColumn>>({ column: 'firstName', direction: 'ascending' })
  const query = useQuery(companyUsersQuery(companyId))
  const all = useMemo(() => {
    const { companyUsers = [], invitedUsers = [] } = query.data?.users ?? {}
    return [...companyUsers, ...invitedUsers]
  }, [query.data])
  const shown = useMemo(
    () => sortPeople(filterPeople(all, { q: search.q ?? '', status: search.people ?? null }), sort),
    [all, search.q, search.people, sort],
  )
  const change = (next: Partial<AdminSearch>) =>
    void navigate({ search: (current) => ({ ...current, ...next }), replace: true })

  return (
    <>
      <h2 className={styles.listTitle}>
        {texts.usersList}{' '}
        {query.data && (
          <span className="kr-muted kr-num">
            {formatCount(all.length)}
            {query.data.isTruncated && '+'}
          </span>
        )}
      </h2>
      <div className={styles.listTools}>
        <SearchField
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
          placeholder={texts.searchUsers}
          debounceMs={searchDebounceMs}
        />
        <FilterButton
          label={search.people ? texts.status : texts.statusAll}
          value={search.people ?? null}
          options={statusOptions}
          onChange={(people) => change({ people: people ?? undefined })}
        />
      </div>
      {query.data?.isTruncated && <p className="kr-second kr-muted">{texts.onlyTheFirstUsers}</p>}
      {query.isError && !query.data ? (
        <LoadError text={texts.theUsersCouldNotBe} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : query.isSuccess && all.length === 0 ? (
        <EmptyState drawing="noMatch" text={texts.nobodyIsInThisCompany} />
      ) : query.isSuccess && shown.length === 0 ? (
        <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
          <Button onClick={() => change({ q: undefined, people: undefined })}>{texts.clearFilters}</Button>
        </EmptyState>
      ) : (
        <PeopleTable companyId={companyId} people={shown} sort={sort} onSort={setSort} isLoading={query.isPending} />
      )}
    </>
  )
}

function PersonStatus({ person }: { person: AdminUser }) {
  const { label, tone } = statusLabels[statusOfPerson(person)]
  return <StatusDot tone={tone}>{label}</StatusDot>
}

type PeopleTableProps = {
  companyId: string
  people: readonly AdminUser[]
  sort: Sort<PersonColumn>
  onSort: (sort: Sort<PersonColumn>) => void
  isLoading: boolean
}

function PeopleTable({ companyId, people, sort, onSort, isLoading }: PeopleTableProps) {
  const myId = useMe()?.user.id
  const isPhone = usePhone()
  const actions = usePersonActions(companyId)
  const columns: Column<AdminUser, PersonColumn>[] = [
    {
      name: 'firstName',
      title: texts.firstName,
      isSortable: true,
      cell: (person) => (
        <span className={styles.twoLines}>
          <span className="kr-medium kr-trunc">
            {person.firstName}
            {person.id === myId && <span className="kr-muted">{texts.you}</span>}
          </span>
          {isPhone && (
            <>
              <a href={`mailto:${person.email}`} className="kr-second kr-trunc">
                {person.email}
              </a>
              <PersonStatus person={person} />
            </>
          )}
        </span>
      ),
    },
    { name: 'lastName', title: texts.lastName, isSortable: true, cell: ({ lastName }) => lastName },
    {
      name: 'email',
      title: texts.email,
      width: '30%',
      isSortable: true,
      hideBelow: 'phone',
      cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a>,
    },
    {
      name: 'status',
      title: texts.status,
      width: 124,
      isSortable: true,
      hideBelow: 'phone',
      cell: (person) => <PersonStatus person={person} />,
    },
    {
      name: 'seen',
      title: texts.lastTimeLoggedIn,
      width: 164,
      isSortable: true,
      initialDirection: 'descending',
      hideBelow: 'tablet',
      cell: ({ lastTimeLoggedIn }) => <span className="kr-num">{formatLogInTime(lastTimeLoggedIn)}</span>,
    },
  ]
  return (
    <DataTable
      label={texts.usersList}
      rows={people}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isLoading={isLoading}
      menuLabel={(person) => texts.actionsForItem(fullName(person) || person.email)}
      // Nobody acts on themselves or on the owner.
      menu={(person) =>
        person.id === myId || person.role === 'owner' ? null : (
          <>
            {person.status !== 'invited' && (
              <Menu.Item
                leftSection={person.status === 'active' ? <IconBan /> : <IconCircleCheck />}
                onClick={() => actions.toggle(person)}
              >
                {person.status === 'active' ? texts.deactivate : texts.activate}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconTrash />} data-danger onClick={() => void actions.remove(person)}>
              {texts.removeUser}
            </Menu.Item>
          </>
        )
      }
    />
  )
}

function showFailure(error: unknown, text: string): void {
  if (!handleSessionError(error)) showError(text)
}

function usePersonActions(companyId: string) {
  const { mutateAsync: setStatus } = useSetPersonStatus()
  const { mutateAsync: removePerson } = useRemovePerson()
  return {
    toggle: (user: AdminUser) => {
      const isActive = user.status === 'active'
      void setStatus({ companyId, user, status: isActive ? 'deactivated' : 'active' }).then(
        () => showSuccess(isActive ? texts.theUserIsDeactivatedSuccessfully : texts.theUserIsActivatedSuccessfully),
        (error: unknown) => showFailure(error, texts.failedToChangeUserStatus),
      )
    },
    remove: async (user: AdminUser) => {
      const name = `${user.firstName} ${user.lastName}`.trim() || user.email
      const isConfirmed = await confirmAction({
        title: texts.removeUserQuestion(name),
        body: texts.removeUserText,
        confirmLabel: texts.removeUser,
        isDangerous: true,
      })
      if (!isConfirmed) return
      await removePerson({ companyId, user }).then(
        () => showSuccess(texts.userRemoved),
        (error: unknown) => showFailure(error, texts.failedToRemoveUser),
      )
    },
  }
}
