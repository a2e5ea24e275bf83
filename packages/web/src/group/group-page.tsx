import { useState, type ReactNode } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconArrowLeft, IconPlus, IconTrash, IconUserMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Group } from '@knowreel/shared/group/group.calls.ts'
import type { Person } from '@knowreel/shared/user/user.calls.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { Chip } from '../ui/chip.tsx'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import { Paging } from '../ui/list/paging.tsx'
import { usePages } from '../ui/list/use-pages.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { formatDate } from '../ui/time-format.ts'
import { FindingLine } from './finding-line.tsx'
import { useGroupMembers, type GroupMembers } from './group-members.ts'
import { groupQuery, useMayManageGroups, useRemoveFromGroup } from './group.queries.ts'
import { openGroupUsers } from './group.dialogs.ts'
import * as texts from './texts.ts'
import { useGroupDeletion } from './use-group-deletion.ts'
import styles from './group.module.css'

export function GroupPage() {
  const { groupId } = useParams({ from: '/shell/members/settings/company-settings/groups/$groupId' })
  const { data, error, isFetching, refetch } = useQuery(groupQuery(groupId))
  const [isGone, setGone] = useState(false)
  const group = data?.group
  const isMissing = isGone || (error instanceof ApiError && error.status === 404)

  if (group && !isMissing) return <GroupMembersPage key={group.id} group={group} onDeleted={() => setGone(true)} />
  return (
    <PageFrame title={texts.manageGroup}>
      {isMissing ? (
        <EmptyState drawing="lost" text={texts.thisGroupCouldNotBe}>
          <LinkButton to="/settings/groups">{texts.manageGroups}</LinkButton>
        </EmptyState>
      ) : error ? (
        <LoadError text={texts.theGroupCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <DataTable label={texts.users} rows={[]} columns={userColumns} rowKey={({ id }) => id} isLoading />
      )}
    </PageFrame>
  )
}

function GroupMembersPage({ group, onDeleted }: { group: Group; onDeleted: () => void }) {
  const members = useGroupMembers(group.id)
  const navigate = useNavigate()
  const remove = useGroupDeletion()
  const deleteGroup = async () => {
    if (!(await remove(group))) return
    onDeleted()
    void navigate({ to: '/settings/groups', replace: true })
  }
  const mayManage = useMayManageGroups()
  const add = mayManage && (
    <Button variant="filled" leftSection={<IconPlus />} onClick={() => openGroupUsers(group)}>
      {texts.addUser}
    </Button>
  )
  const isEmpty = !members.isPending && !members.isError && members.people.length + members.invitations.length === 0
  return (
    <PageFrame
      title={group.title}
      actions={
        mayManage && (
          <>
            <Button leftSection={<IconTrash />} onClick={() => void deleteGroup()}>
              {texts.deleteLabel}
            </Button>
            {!isEmpty && add}
          </>
        )
      }
    >
      <Link to="/settings/groups" className={styles.back}>
        <IconArrowLeft className="kr-icon-16" />
        {texts.manageGroups}
      </Link>
      {members.isError && members.people.length === 0 ? (
        <LoadError text={texts.theUsersCouldNotBe} onRetry={members.retry} isRetrying={members.isFetching} />
      ) : isEmpty ? (
        <EmptyState drawing="people" text={texts.thisGroupHasNoMembers}>
          {add}
        </EmptyState>
      ) : (
        <MemberTables group={group} members={members} />
      )}
    </PageFrame>
  )
}

const userColumns: Column<Person>[] = [
  {
    name: 'name',
    title: texts.name,
    cell: (person) => (
      <FindingLine
        finding={{ ...person, type: 'user', members: null }}
        badge={person.isDeactivated && <Chip>{texts.deactivated}</Chip>}
      />
    ),
  },
  { name: 'job', title: texts.jobTitle, width: 240, hideBelow: 'tablet', cell: ({ jobTitle }) => jobTitle ?? '–' },
]

type Invitation = GroupMembers['invitations'][number]

const invitedColumns: Column<Invitation>[] = [
  {
    name: 'email',
    title: texts.email,
    cell: ({ email }) => (
      <FindingLine
        finding={{ type: 'invited', id: email, name: email, email, profileImage: null, members: null }}
        detail={texts.joinsWhenTheyJoinThe}
      />
    ),
  },
  {
    name: 'added',
    title: texts.added,
    width: 128,
    hideBelow: 'phone',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
]

function MemberTables({ group, members }: { group: Group; members: GroupMembers }) {
  const remove = useRemoveFromGroup(group.id)
  const mayManage = useMayManageGroups()
  const people = usePages(members.people)
  const invitations = usePages(members.invitations)
  const menu = (seat: Parameters<typeof remove.mutate>[0]) => (
    <>
      <Menu.Item leftSection={<IconPlus />} onClick={() => openGroupUsers(group)}>
        {texts.addUser}
      </Menu.Item>
      <Menu.Item leftSection={<IconUserMinus />} data-danger onClick={() => remove.mutate(seat)}>
        {texts.removeUser}
      </Menu.Item>
    </>
  )
  return (
    <>
      <Section title={texts.users}>
        <DataTable
          label={texts.users}
          rows={people.shown}
          columns={userColumns}
          rowKey={({ id }) => id}
          rowHeight={64}
          isLoading={members.isPending}
          menu={mayManage ? ({ id }) => menu({ userId: id }) : undefined}
          menuLabel={({ name }) => texts.actionsForName(name)}
          empty={<p className={styles.nobody}>{texts.thisGroupHasNoMembers}</p>}
        />
        <Paging label={texts.pagesOfUsers} {...people.paging} />
      </Section>
      {members.invitations.length > 0 && (
        <Section title={texts.invitedUsers}>
          <DataTable
            label={texts.invitedUsers}
            rows={invitations.shown}
            columns={invitedColumns}
            rowKey={({ email }) => email}
            rowHeight={64}
            menu={mayManage ? ({ email }) => menu({ email }) : undefined}
            menuLabel={({ email }) => texts.actionsForName(email)}
          />
          <Paging label={texts.pagesOfInvitedUsers} {...invitations.paging} />
        </Section>
      )}
      {members.isTruncated && <p className="kr-second kr-muted">{texts.thisPageDoesntShowAll}</p>}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  )
}
