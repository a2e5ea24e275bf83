import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'
import { noResponse, type Answers } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, expectText, person } from '../../../test/person.ts'
import { createNotification } from '../notification.fixture.ts'

const bell = button(/^Notifications/)
const panel = page.getByRole('complementary', { name: 'Notifications' })
const rows = panel.getByRole('listitem')
const tab = (name: string) => panel.getByRole('tab', { name })
const expectBell = (name: string | RegExp) => expect.element(bell).toHaveAccessibleName(name)

/** A server that stores what is read. */
function notificationAnswers(notifications: Notification[]): Answers {
  const read = (isRead: (one: Notification) => boolean) => {
    notifications.forEach((one, at) => {
      if (isRead(one)) notifications[at] = { ...one, isNew: false }
    })
    return { success: true } as const
  }
  return {
    'notification.list': () => ({
      notifications,
      time: 1_800_000_000,
      count: notifications.filter(({ isNew }) => isNew).length,
    }),
    'notification.read': ({ params }) => read(({ id }) => id === params.id),
    'notification.readAll': () => read(() => true),
  }
}

const four = () => ['n1', 'n2', 'n3', 'n4'].map((id) => createNotification(id))

it('opens by its URL, is navigated by keys and marks one as read', async () => {
  const { server } = await openPage('/?notifications=1', { answers: notificationAnswers(four()) })
  await expect.element(tab('All 4')).toHaveAttribute('aria-selected', 'true')
  expect(location.search).toBe('')
  await expectBell(/4 new/)

  await person.focus(rows.first().getByRole('link'))
  await person.press('ArrowDown')
  await expect.element(rows.nth(1).getByRole('link')).toHaveFocus()
  await person.press('Tab', 'Enter')
  await expectVisible(tab('Unread 3'))
  await expect.element(rows.nth(1).getByRole('link')).toHaveFocus()
  expect(server.requests('notification.read')).toHaveLength(1)
  await person.press('Escape')
  await expectGone(panel)
  await expect.element(bell).toHaveFocus()
})

it('marks all as read, and closes on a click outside', async () => {
  const { server } = await openPage('/', { answers: notificationAnswers(four()) })
  await expectBell(/4 new/)
  await person.click(bell)
  await person.click(tab('Unread'))
  await expect.poll(() => rows.length).toBe(4)
  await person.click(panel.getByRole('button', { name: 'Mark all as read' }))
  await expectVisible(panel.getByText('You’re all caught up'))
  await expectBell('Notifications')
  await person.click(page.getByRole('heading', { level: 1 }))
  await expectGone(panel)
  expect(server.requests('notification.readAll')).toHaveLength(1)
})

it('shows as new again what could not be marked as read', async () => {
  const { server } = await openPage('/', { answers: notificationAnswers([createNotification('n1')]) })
  server.answer({ 'notification.readAll': noResponse() })
  await expectBell(/1 new/)
  await person.click(bell)
  await person.click(panel.getByRole('button', { name: 'Mark all as read' }))
  await expectText(page.getByRole('alert').filter({ hasText: 'Connection error' }), 'Connection error')
  await expectVisible(tab('Unread 1'))
  await person.press('Escape')
})
