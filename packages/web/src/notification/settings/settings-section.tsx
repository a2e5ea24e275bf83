import { useEffect, useId, useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MailChoice, NotificationSettings } from '@knowreel/shared/notification/notification.calls.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { FollowList } from './follow-list.tsx'
import { settingsQuery, useSaveSettings } from './settings.queries.ts'
import styles from './settings-section.module.css'

type Subject = Exclude<keyof NotificationSettings, 'timeZone'>

const subjects: readonly { name: Subject; label: string; help: string }[] = [
  { name: 'mentions', label: 'Mentions', help: 'Someone mentions you in an article or comment.' },
  { name: 'comments', label: 'Comments', help: 'Replies in your threads, and all comments on what you follow.' },
  { name: 'publishes', label: 'Published articles', help: 'Someone publishes an article and notifies its workspace.' },
  { name: 'shares', label: 'Shared articles', help: 'Someone shares an article with you.' },
]

const choices: { value: MailChoice; label: string }[] = [
  { value: 'instant', label: 'Immediately' },
  { value: 'daily', label: 'Daily' },
  { value: 'never', label: 'Never' },
]

/** Daily emails are sent in the morning of this time zone. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Which emails the person receives in this company. Choices are saved immediately. */
export function NotificationSettingsSection() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery)
  return (
    <section className={styles.section} aria-labelledby="notification-settings">
      <div>
        <h2 id="notification-settings" className={styles.heading}>
          Notifications
        </h2>
        <p className="kr-second kr-muted">
          Which mails you get in this company. The bell tells you in any case. What happens to one article within a
          minute comes as one mail; daily mails come in the morning.
        </p>
      </div>
      {data ? (
        <>
          <Choices settings={data.settings} />
          <FollowList />
        </>
      ) : error ? (
        <LoadError
          text="Your notification settings could not be loaded."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <AfterDelay>
          <div role="status" aria-label="Loading your notification settings" className={styles.list}>
            {subjects.map(({ name }) => (
              <span key={name} className={styles.subject}>
                <Skeleton height={36} radius="var(--r-control)" />
              </span>
            ))}
          </div>
        </AfterDelay>
      )}
    </section>
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  return (
    <ul className={styles.list}>
      {subjects.map(({ name, label, help }) => (
        <SubjectRow key={name} name={name} label={label} help={help} value={settings[name]} />
      ))}
    </ul>
  )
}

type SubjectRowProps = { name: Subject; label: string; help: string; value: MailChoice }

function SubjectRow({ name, label, help, value }: SubjectRowProps) {
  const labelId = useId()
  const helpId = useId()
  const save = useSaveSettings()
  const isSaid = useSaid(save.isSuccess, save.submittedAt)
  return (
    <li className={styles.subject}>
      <div className={styles.words}>
        <p className={styles.label}>
          <span id={labelId}>{label}</span>
          <span role="status" className={styles.saved}>
            {isSaid && (
              <>
                <IconCheck className="kr-icon-14" /> Saved
              </>
            )}
          </span>
        </p>
        <p id={helpId} className="kr-second kr-muted">
          {help}
        </p>
      </div>
      <SegmentedControl
        aria-labelledby={labelId}
        aria-describedby={helpId}
        className={styles.choice}
        data={choices}
        value={value}
        onChange={(next) => save.mutate({ [name]: next as MailChoice, timeZone: ownTimeZone() })}
      />
    </li>
  )
}

const saidMs = 2500

/** For a moment after each save. */
function useSaid(isSaved: boolean, at: number): boolean {
  const [overAt, setOverAt] = useState<number | null>(null)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setOverAt(at), saidMs)
    return () => clearTimeout(timer)
  }, [isSaved, at])
  return isSaved && overAt !== at
}
