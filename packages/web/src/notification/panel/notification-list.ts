/** The notifications known to a page: each response is merged by id, so that none appears twice. */
import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'

export type NotificationList = {
  /** Newest first. */
  readonly items: readonly Notification[]
  /** Number of new ones, including those outside the list. */
  readonly count: number
  /** The parameter of the next fetch; null fetches the whole list. */
  readonly time: number | null
}

type NotificationListResponse = {
  readonly notifications: readonly Notification[]
  readonly count: number
  readonly time: number
}

/** A response of this length may omit notifications between it and the known list. */
const maxResponseItems = 100
const maxItems = 300

/** The list after a response. Notifications before `time` that were withdrawn disappear with the next whole list. */
export function mergeResponse(known: NotificationList | undefined, answer: NotificationListResponse): NotificationList {
  const isWhole = known === undefined || known.time === null || answer.notifications.length >= maxResponseItems
  const byId = new Map<string, Notification>()
  for (const item of isWhole ? [] : known.items) byId.set(item.id, item)
  for (const item of answer.notifications) byId.set(item.id, item)
  const items = [...byId.values()].toSorted(compareNewestFirst).slice(0, maxItems)
  return {
    // Another page of the same person has read them.
    items: answer.count === 0 ? items.map(asReadItem) : items,
    count: answer.count,
    time: answer.time,
  }
}

/** Notifications of the same moment are ordered by id: ids grow with time. */
const compareNewestFirst = (one: Notification, other: Notification): number =>
  other.time.localeCompare(one.time) || other.id.localeCompare(one.id)

const asReadItem = (item: Notification): Notification => (item.isNew ? { ...item, isNew: false } : item)

export const unreadIds = ({ items }: NotificationList): string[] =>
  items.filter(({ isNew }) => isNew).map(({ id }) => id)

export const markAllRead = (list: NotificationList): NotificationList => ({
  ...list,
  items: list.items.map(asReadItem),
  count: 0,
})

export function markRead(list: NotificationList, which: string): NotificationList {
  const isNew = list.items.some((item) => item.id === which && item.isNew)
  if (!isNew) return list
  return {
    ...list,
    items: list.items.map((item) => (item.id === which ? asReadItem(item) : item)),
    count: Math.max(0, list.count - 1),
  }
}

/** Notifications that the server refused to mark are new again; arrivals in the meantime stay. */
export function markUnread(list: NotificationList, ids: readonly string[], count: number): NotificationList {
  const wanted = new Set(ids)
  return { ...list, items: list.items.map((item) => (wanted.has(item.id) ? { ...item, isNew: true } : item)), count }
}

/** New ones that were not there before. */
export function newNotifications(before: NotificationList, now: NotificationList): Notification[] {
  const known = new Set(unreadIds(before))
  return now.items.filter(({ id, isNew }) => isNew && !known.has(id))
}

/** On the bell: counts above `most` are capped. */
export const badgeText = (count: number, most: number): string => (count > most ? `${most}+` : String(count))
