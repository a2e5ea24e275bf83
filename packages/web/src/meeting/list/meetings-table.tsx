import { ActionIcon } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { PersonCell } from '../../ui/identity/person-avatar.tsx'
import { formatMeetingTime } from '../../ui/time-format.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import * as texts from '../texts.ts'
import { MeetingProgress, MeetingStatusDot } from './meeting-status.tsx'
import { MeetingTitle } from './meeting-title.tsx'
import { meetingLink, titleOf } from './meeting-row.ts'
import { useMeetingActions } from './use-meeting-actions.tsx'

type MeetingsTableProps = {
  meetings: readonly Meeting[]
  isLoading: boolean
  /** Undefined: upcoming ones first. */
  sort: 'desc' | undefined
  onSort: (sort: 'desc' | undefined) => void
}

export function MeetingsTable({ meetings, isLoading, sort, onSort }: MeetingsTableProps) {
  const { open, menuOf } = useMeetingActions()
  const columns: Column<Meeting, 'title' | 'workspace' | 'organizer' | 'time' | 'status' | 'open'>[] = [
    { name: 'title', title: texts.title, cell: (meeting) => <MeetingTitle meeting={meeting} /> },
    {
      name: 'workspace',
      title: texts.workspace,
      width: 196,
      hideBelow: 'tablet',
      cell: ({ workspace }) =>
        workspace && (
          <span className="kr-row">
            <WorkspaceAvatar id={workspace.id} title={workspace.title} size={20} />
            <span className="kr-trunc">{workspace.title}</span>
          </span>
        ),
    },
    {
      name: 'organizer',
      title: texts.organizedBy,
      width: 184,
      cell: ({ organizedBy }) => organizedBy && <PersonCell person={organizedBy} />,
    },
    {
      name: 'time',
      title: texts.meetingTime,
      width: 156,
      isSortable: true,
      cell: ({ startAt }) => (
        <time className="kr-num" dateTime={startAt}>
          {formatMeetingTime(startAt)}
        </time>
      ),
    },
    {
      name: 'status',
      title: texts.status,
      width: 112,
      cell: (meeting) => <MeetingStatusDot meeting={meeting} />,
    },
    {
      name: 'open',
      title: texts.openOrProgress,
      isTitleHidden: true,
      width: 92,
      align: 'right',
      cell: (meeting) =>
        meeting.status === 'processing' ? (
          <MeetingProgress meeting={meeting} />
        ) : (
          meetingLink(meeting) !== null && (
            <ActionIcon
              aria-label={(meeting.isDraft ? texts.openTheDraftOf : texts.openTheArticleOf)(titleOf(meeting))}
              onClick={(event) => open(meeting, event)}
            >
              <IconEdit />
            </ActionIcon>
          )
        ),
    },
  ]
  return (
    <DataTable
      label={texts.meetings}
      rows={meetings}
      columns={columns}
      rowKey={({ id }) => id}
      sort={{ column: 'time', direction: sort === 'desc' ? 'descending' : 'ascending' }}
      onSort={({ direction }) => onSort(direction === 'descending' ? 'desc' : undefined)}
      onOpen={open}
      isOpenable={(meeting) => meetingLink(meeting) !== null}
      isLoading={isLoading}
      menu={menuOf}
      menuLabel={(meeting) => texts.actionsForMeeting(titleOf(meeting))}
    />
  )
}
