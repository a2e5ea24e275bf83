import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveNotifications } from '../live.ts'
import { newNotifications, badgeText, type NotificationList } from './notification-list.ts'
import { announcementText } from './notification-text.ts'
import { refetchNotifications, notificationsQuery } from '../notification.queries.ts'
import * as texts from '../texts.ts'
import styles from './notifications.module.css'

/** On the bell. Counts above `most` are capped. */
export function UnreadBadge({ owner, max }: { owner: string; max: number }) {
  const count = useQuery(notificationsQuery(owner)).data?.count ?? 0
  if (count === 0) return null
  return (
    <>
      <span className={styles.badge} aria-hidden>
        {badgeText(count, max)}
      </span>
      <span className="kr-sr">{texts.countNew(count)}</span>
    </>
  )
}

/** Milliseconds in which arrivals are announced together. */
const announcementDelayMs = 5000

/**
 * Fetches notifications and other live queries when the server reports updates, and announces arrivals to screen
 * readers.
 */
export function NotificationAnnouncer({ owner }: { owner: string }) {
  const client = useQueryClient()
  const { data } = useQuery(notificationsQuery(owner))
  useLiveNotifications((update) => {
    if (update === 'meetings') return void client.invalidateQueries({ queryKey: ['meeting'] })
    void refetchNotifications(client, owner)
    void client.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true })
  })
  return (
    <span className="kr-sr" role="status">
      {useAnnouncement(data)}
    </span>
  )
}

/** Several arrivals are one sentence; notifications present when the page was opened are only counted on the bell. */
function useAnnouncement(list: NotificationList | undefined): string {
  const [text, setText] = useState('')
  const announced = useRef<NotificationList>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
    if (!list) return
    announced.current ??= list
    if (timer.current !== undefined || newNotifications(announced.current, list).length === 0) return
    const announce = () => {
      timer.current = undefined
      const [before, now] = [announced.current, latest.current]
      announced.current = now
      if (before && now) setText(announcementText(newNotifications(before, now)))
    }
    timer.current = setTimeout(announce, announcementDelayMs)
  }, [list])
  useEffect(() => () => clearTimeout(timer.current), [])
  return text
}
