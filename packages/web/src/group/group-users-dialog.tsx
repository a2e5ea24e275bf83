import { ActionIcon, Modal, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { Chip } from '../ui/chip.tsx'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { Paging } from '../ui/list/paging.tsx'
import { usePages } from '../ui/list/use-pages.ts'
import { LoadError } from '../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../ui/page/skeleton.tsx'
import { AddMembers } from './add-members.tsx'
import { FindingLine } from './finding-line.tsx'
import type { FinderResult } from './findings.ts'
import { useGroupMembers, type GroupMembers } from './group-members.ts'
import { useRemoveFromGroup, type GroupMemberRef } from './group.queries.ts'
import * as texts from './texts.ts'
import styles from './group.module.css'

type GroupUsersDialogProps = DialogProps & { group: Pick<Group, 'id' | 'title'> }

/** Every change is saved immediately, so the dialog has no footer. */
export function GroupUsersDialog({ group, opened, onClose }: GroupUsersDialogProps) {
  const members = useGroupMembers(group.id)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.manageUsersOfTheGroupTitle(group.title)}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <AddMembers groupId={group.id} memberKeys={members.present} />
      <MemberList groupId={group.id} members={members} />
    </Modal>
  )
}

type Row = { finding: FinderResult; seat: GroupMemberRef; mark?: string }

const toRows = ({ people, invitations }: GroupMembers): readonly Row[] => [
  ...people.map((person) => ({
    finding: { ...person, type: 'user' as const, members: null },
    seat: { userId: person.id },
    mark: person.isDeactivated ? texts.deactivated : undefined,
  })),
  ...invitations.map(({ email }) => ({
    finding: { type: 'invited' as const, id: email, name: email, email, profileImage: null, members: null },
    seat: { email },
    mark: texts.invited,
  })),
]

function MemberList({ groupId, members }: { groupId: string; members: GroupMembers }) {
  const { people, invitations, isPending, isError, isTruncated } = members
  const remove = useRemoveFromGroup(groupId)
  const { shown: rows, paging } = usePages(toRows(members))
  if (isError && people.length === 0) {
    return <LoadError text={texts.theUsersCouldNotBe} onRetry={members.retry} isRetrying={members.isFetching} />
  }
  if (isPending) return <ListSkeleton />
  if (people.length === 0 && invitations.length === 0) {
    return <p className={styles.nobody}>{texts.thisGroupHasNoMembers}</p>
  }
  return (
    <>
      <ul className={styles.list} aria-label={texts.usersOfTheGroup}>
        {rows.map(({ finding, seat, mark }) => (
          <li key={`${finding.type} ${finding.id}`} className={styles.member}>
            <FindingLine
              finding={finding}
              badge={mark && <Chip>{mark}</Chip>}
              detail={finding.type === 'invited' ? texts.joinsWhenTheyJoinThe : undefined}
            />
            <Tooltip label={texts.remove}>
              <ActionIcon
                aria-label={texts.removeFindingName(finding.name)}
                disabled={remove.isPending}
                onClick={() => remove.mutate(seat)}
              >
                <IconX />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      <Paging label={texts.pagesOfUsers} {...paging} />
      {isTruncated && <p className="kr-second kr-muted">{texts.thisListDoesntShowEveryone}</p>}
    </>
  )
}

function ListSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label={texts.loading} className={styles.list}>
        {[180, 140, 200].map((width) => (
          <div key={width} className={styles.member}>
            <Skeleton width={32} height={32} radius="50%" />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </AfterDelay>
  )
}
