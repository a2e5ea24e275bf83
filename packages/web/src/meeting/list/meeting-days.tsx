import { ActionIcon, Menu, Progress } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { formatClock, formatDayHeading } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import { describePhase, MeetingStatusDot } from './meeting-status.tsx'
import { MeetingTitle } from './meeting-title.tsx'
import { titleOf } from './meeting-row.ts'
import { useMeetingActions } from './use-meeting-actions.tsx'
import styles from './meetings.module.css'

/** The list on a phone: rows under the days on which the meetings take place. */
export function MeetingDays({ meetings, isLoading }: { meetings: readonly Meeting[]; isLoading: boolean }) {
  const { menuOf } = useMeetingActions()
  if (isLoading) return <LoadingRows />
  return groupByDay(meetings).map(({ day, rows }) => (
    <section key={day} aria-label={formatDayHeading(day)}>
      <h2 className={styles.day}>{formatDayHeading(day)}</h2>
      <ul className={styles.rows}>
        {rows.map((meeting) => (
          <MeetingRow key={meeting.id} meeting={meeting} menu={menuOf(meeting)} />
        ))}
      </ul>
    </section>
  ))
}

function MeetingRow({ meeting, menu }: { meeting: Meeting; menu: React.ReactNode }) {
  const { startAt, workspace, metadata, status } = meeting
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <MeetingTitle meeting={meeting} />
        <span className={`${styles.facts} kr-num`}>
          <time dateTime={startAt}>{formatClock(startAt)}</time>
          {workspace && (
            <>
              <span aria-hidden>·</span>
              <span className="kr-trunc">{workspace.title}</span>
            </>
          )}
        </span>
        <MeetingStatusDot meeting={meeting} />
        {status === 'processing' && (
          <>
            <span className={styles.facts}>{describePhase(metadata)}</span>
            {metadata.progress !== null && (
              <Progress value={metadata.progress} size={4} aria-label={texts.progressOf(titleOf(meeting))} />
            )}
          </>
        )}
      </div>
      {menu && (
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={texts.actionsForMeeting(titleOf(meeting))}>
              <IconDots />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}

function LoadingRows() {
  return (
    <AfterDelay>
      <div aria-busy className={styles.loading}>
        {Array.from({ length: 6 }, (_, row) => (
          <div key={row} className={styles.words}>
            <Skeleton width={`${70 - (row % 3) * 12}%`} />
            <Skeleton width="40%" />
          </div>
        ))}
      </div>
    </AfterDelay>
  )
}

type MeetingDay<Row> = {
  /** The beginning of the day in this time zone, in milliseconds. */
  readonly day: number
  readonly rows: readonly Row[]
}

/** Groups meetings by day, in the order of the list. */
function groupByDay<Row extends Pick<Meeting, 'startAt'>>(meetings: readonly Row[]): MeetingDay<Row>[] {
  const days = new Map<number, Row[]>()
  for (const meeting of meetings) {
    const day = new Date(meeting.startAt).setHours(0, 0, 0, 0)
    const rows = days.get(day)
    if (rows === undefined) days.set(day, [meeting])
    else rows.push(meeting)
  }
  return [...days].map(([day, rows]) => ({ day, rows }))
}
