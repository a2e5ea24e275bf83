import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'
import { NobodyAvatar, PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatRecent } from '../../ui/time-format.ts'
import { showWarning } from '../../ui/toast/toast.ts'
import { useListKeys } from '../../ui/list/use-list-keys.ts'
import { notificationUrl } from './notification-link.ts'
import { notificationTextParts } from './notification-text.ts'
import { useMarkRead } from '../notification.queries.ts'
import * as texts from '../texts.ts'
import { closeNotifications } from './panel-state.ts'
import styles from './notifications.module.css'

type NotificationRowsProps = { owner: string; items: readonly Notification[] }

/** One tab stop; the arrows move between the rows. */
export function NotificationRows({ owner, items }: NotificationRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const read = useMarkRead(owner)
  const router = useRouter()
  useListKeys(list)
  const stopId = items.some(({ id }) => id === activeId) ? activeId : items[0]?.id

  const open = (notification: Notification, event: MouseEvent) => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
    if (notification.isNew) read.mutate(notification.id)
    if (isElsewhere) return
    event.preventDefault()
    const url = notificationUrl(notification)
    if (url === null) return showWarning(texts.canNotNavigateToThis)
    closeNotifications()
    router.history.push(url)
  }

  const markRead = (id: string) => {
    read.mutate(id)
    // The button disappears when it is marked as read.
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a`)?.focus()
  }

  return (
    <ul ref={list} className={styles.list} onKeyDown={moveFocus}>
      {items.map((notification) => (
        <Row
          key={notification.id}
          notification={notification}
          isTabStop={notification.id === stopId}
          onFocus={setActiveId}
          onOpen={open}
          onRead={markRead}
        />
      ))}
    </ul>
  )
}

type RowProps = {
  notification: Notification
  isTabStop: boolean
  onFocus: (id: string) => void
  onOpen: (notification: Notification, event: MouseEvent) => void
  onRead: (id: string) => void
}

function Row({ notification, isTabStop, onFocus, onOpen, onRead }: RowProps) {
  const { id, user, isNew, time, payload } = notification
  const { person, action, title, suffix } = notificationTextParts(notification)
  const tabIndex = isTabStop ? 0 : -1
  const open = (event: MouseEvent) => onOpen(notification, event)
  return (
    <li className={styles.row} data-row={id} data-new={isNew || undefined} onFocus={() => onFocus(id)}>
      {user ? <PersonAvatar person={user} size={32} isDecorative /> : <NobodyAvatar size={32} />}
      <a
        href={notificationUrl(notification) ?? undefined}
        role={notificationUrl(notification) === null ? 'button' : undefined}
        tabIndex={tabIndex}
        className={styles.link}
        onClick={open}
        onAuxClick={(event) => event.button === 1 && open(event)}
      >
        {isNew && <span className="kr-sr">{texts.newLabel}</span>}
        <span className={styles.words}>
          <b title={user?.name}>{person}</b> {action} <b>{title}</b>
          {suffix && ` ${suffix}`}
        </span>
        {payload.excerpt && <span className={`kr-excerpt ${styles.excerpt}`}>{payload.excerpt}</span>}
        <span className={styles.facts}>
          <RelativeTime time={time} format={formatRecent} />
          {payload.workspaceTitle && <span className="kr-trunc">{payload.workspaceTitle}</span>}
        </span>
      </a>
      {isNew && (
        <button
          type="button"
          className={styles.dot}
          tabIndex={tabIndex}
          aria-label={texts.markSentenceAsRead(person, action, title)}
          title={texts.markAsRead}
          onClick={() => onRead(id)}
        />
      )}
    </li>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('li > a')]
  const row = event.target instanceof Element ? event.target.closest('li') : null
  const here = stops.findIndex((stop) => row?.contains(stop))
  const next = { ArrowDown: here + 1, ArrowUp: Math.max(here - 1, 0), Home: 0, End: stops.length - 1 }[event.key]
  if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  stops[next]?.focus()
}
