import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveNotifications } from '../live.ts'
import { arrivals, badgeText, type NotificationList } from './notification-list.ts'
import { arrivalText } from './notification-text.ts'
import { refetchUpdates, notificationsQuery } from '../notification.queries.ts'
import * as texts from '../texts.ts'
import styles from './notifications.module.css'

/** On the bell. Counts above `most` are capped. */
export function NewCount({ owner, most }: { owner: string; most: number }) {
  const count = useQuery(notificationsQuery(owner)).data?.count ?? 0
  if (count === 0) return null
  return (
    <>
      <span className={styles.badge} aria-hidden>
        {badgeText(count, most)}
      </span>
      <span className="kr-sr">{texts.countNew(count)}</span>
    </>
  )
}

/** Milliseconds in which arrivals are announced together. */
const gatherMs = 5000

/** Fetches when the server reports news, and announces arrivals to screen readers. */
export function Arrivals({ owner }: { owner: string }) {
  const client = useQueryClient()
  const { data } = useQuery(notificationsQuery(owner))
  useLiveNotifications(() => void refetchUpdates(client, owner))
  return (
    <span className="kr-sr" role="status">
      {useArrivalText(data)}
    </span>
  )
}

/** Several arrivals are one sentence; notifications present when the page was opened are only counted on the bell. */
function useArrivalText(list: NotificationList | undefined): string {
  const [text, setText] = useState('')
  const told = useRef<NotificationList>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
    if (!list) return
    told.current ??= list
    if (timer.current !== undefined || arrivals(told.current, list).length === 0) return
    const tell = () => {
      timer.current = undefined
      const [before, now] = [told.current, latest.current]
      told.current = now
      if (before && now) setText(arrivalText(arrivals(before, now)))
    }
    timer.current = setTimeout(tell, gatherMs)
  }, [list])
  useEffect(() => () => clearTimeout(timer.current), [])
  return text
}
