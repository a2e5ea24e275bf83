import { expect, it } from 'vitest'
import {
  newNotifications,
  badgeText,
  markAllRead,
  markUnread,
  markRead,
  mergeResponse,
  unreadIds,
  type NotificationList,
} from './notification-list.ts'
import { createNotification } from '../notification.fixture.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const of = (id: string, minute: number, isNew = true) => createNotification(id, { time: at(minute), isNew })
const listOf = (...items: NotificationList['items']): NotificationList => ({
  items,
  count: items.filter(({ isNew }) => isNew).length,
  time: 100,
})
const ids = ({ items }: NotificationList) => items.map(({ id }) => id)

it('starts with the first response, newest first', () => {
  const list = mergeResponse(undefined, { notifications: [of('a', 1), of('c', 3), of('b', 2)], count: 3, time: 50 })
  expect(ids(list)).toEqual(['c', 'b', 'a'])
  expect(list).toMatchObject({ count: 3, time: 50 })
})

it('puts new ones on top and never shows one twice', () => {
  const list = listOf(of('b', 2), of('a', 1))
  const next = mergeResponse(list, { notifications: [of('c', 3), of('a', 4)], count: 3, time: 101 })
  expect(ids(next)).toEqual(['a', 'c', 'b'])
  expect(ids(mergeResponse(next, { notifications: [of('c', 3), of('a', 4)], count: 3, time: 102 }))).toEqual(ids(next))
})

it('adopts that one was read elsewhere', () => {
  const list = listOf(of('b', 2), of('a', 1))
  expect(unreadIds(mergeResponse(list, { notifications: [of('a', 1, false)], count: 1, time: 101 }))).toEqual(['b'])
  expect(unreadIds(mergeResponse(list, { notifications: [], count: 0, time: 101 }))).toEqual([])
})

it('removes those missing from a whole list', () => {
  const list = { ...listOf(of('b', 2), of('a', 1)), time: null }
  expect(ids(mergeResponse(list, { notifications: [of('a', 1)], count: 1, time: 101 }))).toEqual(['a'])
})

it('starts over with a full response, below which something may be missing', () => {
  const full = Array.from({ length: 100 }, (_, index) => of(`n${index}`, index % 60))
  expect(mergeResponse(listOf(of('a', 1)), { notifications: full, count: 100, time: 101 }).items).toHaveLength(100)
})

it('orders those of the same moment consistently', () => {
  const answer = { notifications: [of('a', 1), of('c', 1), of('b', 1)], count: 3, time: 50 }
  expect(ids(mergeResponse(undefined, answer))).toEqual(['c', 'b', 'a'])
})

it('has a maximum length', () => {
  let list: NotificationList | undefined
  for (let round = 0; round < 20; round += 1) {
    const notifications = Array.from({ length: 50 }, (_, index) => of(`${round}-${index}`, round))
    list = mergeResponse(list, { notifications, count: 50, time: round })
  }
  expect(list?.items).toHaveLength(300)
  expect(list?.items[0]?.time).toBe(at(19))
})

it('marks one or all as read, counting those outside the list too', () => {
  const list = { ...listOf(of('b', 2), of('a', 1)), count: 7 }
  expect(markRead(list, 'a')).toMatchObject({ count: 6, items: [{ isNew: true }, { isNew: false }] })
  expect(markRead(markRead(list, 'a'), 'a').count).toBe(6)
  expect(markRead(list, 'unknown')).toBe(list)
  expect(markAllRead(list)).toMatchObject({ count: 0, items: [{ isNew: false }, { isNew: false }] })
})

it('makes new again what could not be marked, and keeps new arrivals', () => {
  const list = listOf(of('b', 2), of('a', 1, false))
  const read = mergeResponse(markAllRead(list), { notifications: [of('c', 3)], count: 1, time: 101 })
  const back = markUnread(read, ['b'], 2)
  expect(unreadIds(back)).toEqual(['c', 'b'])
  expect(back.count).toBe(2)
})

it('knows which ones arrived, including those that are new again', () => {
  const before = listOf(of('b', 2), of('a', 1, false))
  const now = listOf(of('c', 4), of('a', 3), of('b', 2))
  expect(newNotifications(before, now).map(({ id }) => id)).toEqual(['c', 'a'])
  expect(newNotifications(now, now)).toEqual([])
})

it.each([
  [1, 9, '1'],
  [9, 9, '9'],
  [10, 9, '9+'],
  [99, 99, '99'],
  [100, 99, '99+'],
])('shows %i on a bell that counts to %i as %s', (count, most, text) => {
  expect(badgeText(count, most)).toBe(text)
})
