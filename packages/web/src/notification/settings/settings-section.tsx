import { useEffect, useId, useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { EmailFrequency, NotificationSettings } from '@knowreel/shared/notification/notification.calls.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import * as texts from '../texts.ts'
import { FollowList } from './follow-list.tsx'
import { settingsQuery, useSaveSettings } from './settings.queries.ts'
import sectionStyles from '../../ui/page/settings-section.module.css'
import styles from './settings-section.module.css'

type Subject = Exclude<keyof NotificationSettings, 'timeZone'>

const subjects: readonly { name: Subject; label: string; help: string }[] = [
  { name: 'mentions', label: texts.mentions, help: texts.someoneMentionsYouInArticle },
  { name: 'comments', label: texts.comments, help: texts.repliesInYourThreadsAnd },
  { name: 'publishes', label: texts.publishedArticles, help: texts.someonePublishesArticleAndNotifies },
  { name: 'shares', label: texts.sharedArticles, help: texts.someoneSharesAnArticleWith },
]

const mailOptions: { value: EmailFrequency; label: string }[] = [
  { value: 'instant', label: texts.immediately },
  { value: 'daily', label: texts.daily },
  { value: 'never', label: texts.never },
]

/** Daily emails are sent in the morning of this time zone. */
const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Which emails the person receives in this company. Choices are saved immediately. */
export function NotificationSettingsSection() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery)
  return (
    <section className={sectionStyles.section} aria-labelledby="notification-settings">
      <div>
        <h2 id="notification-settings" className={sectionStyles.heading}>
          {texts.notifications}
        </h2>
        <p className="kr-second kr-muted">{texts.whichMailsYouGetIn}</p>
      </div>
      {data ? (
        <>
          <SubjectList settings={data.settings} />
          <FollowList />
        </>
      ) : error ? (
        <LoadError
          text={texts.yourNotificationSettingsCouldNot}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <AfterDelay>
          <div role="status" aria-label={texts.loadingYourNotificationSettings} className={sectionStyles.list}>
            {subjects.map(({ name }) => (
              <span key={name} className={sectionStyles.row}>
                <Skeleton height={36} radius="var(--r-control)" />
              </span>
            ))}
          </div>
        </AfterDelay>
      )}
    </section>
  )
}

function SubjectList({ settings }: { settings: NotificationSettings }) {
  return (
    <ul className={sectionStyles.list}>
      {subjects.map(({ name, label, help }) => (
        <SubjectRow key={name} name={name} label={label} help={help} value={settings[name]} />
      ))}
    </ul>
  )
}

type SubjectRowProps = { name: Subject; label: string; help: string; value: EmailFrequency }

function SubjectRow({ name, label, help, value }: SubjectRowProps) {
  const labelId = useId()
  const helpId = useId()
  const save = useSaveSettings()
  const isSaid = useSavedNotice(save.isSuccess, save.submittedAt)
  return (
    <li className={`${sectionStyles.row} ${styles.subject}`}>
      <div className={styles.words}>
        <p className={styles.label}>
          <span id={labelId}>{label}</span>
          <span role="status" className={styles.saved}>
            {isSaid && (
              <>
                <IconCheck className="kr-icon-14" />
                {texts.saved}
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
        data={mailOptions}
        value={value}
        onChange={(next) => save.mutate({ [name]: next as EmailFrequency, timeZone: browserTimeZone() })}
      />
    </li>
  )
}

const savedNoticeMs = 2500

/** For a moment after each save. */
function useSavedNotice(isSaved: boolean, at: number): boolean {
  const [overAt, setOverAt] = useState<number | null>(null)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setOverAt(at), savedNoticeMs)
    return () => clearTimeout(timer)
  }, [isSaved, at])
  return isSaved && overAt !== at
}
