import { IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import * as texts from '../texts.ts'
import { meetingLink, titleOf } from './meeting-row.ts'
import styles from './meetings.module.css'

/** Only finished meetings can be opened. */
export function MeetingTitle({ meeting }: { meeting: Meeting }) {
  const to = meetingLink(meeting)
  const text = titleOf(meeting)
  return (
    <span className={styles.title}>
      {to === null ? (
        <span className="kr-trunc" data-untitled={meeting.title === '' || undefined} title={text}>
          {text}
        </span>
      ) : (
        <Link {...to} className="kr-trunc" data-untitled={meeting.title === '' || undefined} title={text}>
          {text}
        </Link>
      )}
      {meeting.recurrence !== null && (
        <span className={styles.recurrence} role="img" aria-label={describeRecurrence(meeting.recurrence)}>
          <IconRepeat className="kr-icon-16" />
        </span>
      )}
    </span>
  )
}

const units: Readonly<Record<string, readonly [one: string, many: (count: number) => string]>> = {
  DAILY: [texts.everyDay, texts.everyDays],
  WEEKLY: [texts.everyWeek, texts.everyWeeks],
  MONTHLY: [texts.everyMonth, texts.everyMonths],
  YEARLY: [texts.everyYear, texts.everyYears],
}

/** "Every week", "Every 2 weeks"; for rules without such a name "Recurring". */
function describeRecurrence(rule: string): string {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.toUpperCase().split('=')))
  const unit = units[String(parts['FREQ'])]
  const interval = Number(parts['INTERVAL'] ?? 1)
  if (unit === undefined || !Number.isSafeInteger(interval) || interval < 1) return texts.recurring
  return interval === 1 ? unit[0] : unit[1](interval)
}
