import type { CalendarState, OfferedMeeting } from '@knowreel/shared/meeting/calendar.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse, refuse, type Answers } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  menuItem,
  person,
  texts,
  toast,
} from '../../../test/person.ts'
import { aSession } from '../../../test/samples.ts'

const feedOf = (values: Partial<NonNullable<CalendarState['feed']>> = {}): NonNullable<CalendarState['feed']> => ({
  host: 'calendar.google.com',
  selection: 'none',
  error: null,
  readAt: new Date(2026, 10, 18).toISOString(),
  meetingsThisWeek: 0,
  ...values,
})

const offered = (values: Partial<OfferedMeeting> & { title: string }): OfferedMeeting => ({
  id: values.title,
  platform: 'jitsi',
  startAt: new Date(2026, 10, 19, 9).toISOString(),
  recurrence: null,
  isSelected: false,
  ...values,
})

const choice = (name?: string) => page.getByRole('menuitemradio', { name })

/** The dialog that adds a meeting, and the part of it that lists the sources. */
async function openSources(answers: Answers) {
  const opened = await openPage('/meetings', { session: aSession(), answers })
  await person.click(button('Add a meeting').first())
  return { ...opened, sources: dialog('Add a meeting').getByRole('region', { name: 'Add meetings automatically' }) }
}

it('connects a calendar by its secret address, offers its meetings, and sends the bot to chosen ones', async () => {
  let feed: CalendarState['feed'] = null
  const events = [
    offered({ title: 'Standup', recurrence: 'FREQ=DAILY' }),
    offered({ title: 'Review', isSelected: true, platform: 'teams' }),
  ]
  const { server, sources } = await openSources({
    'calendar.get': () => ({ feed, botAddress: null }),
    'calendar.save': ({ body }) => {
      if (body.icsUrl?.startsWith('http:') === true) return refuse('calendar_unreachable')
      feed = feedOf()
      return { feed, botAddress: null }
    },
    'calendar.events': { events },
    'calendar.select': ({ params, body }) => ({
      event: { ...offered({ title: params.id }), isSelected: body.isSelected },
    }),
  })
  await expectText(sources, 'Offers the meetings of your calendar')
  await person.click(sources.getByRole('button', { name: 'Connect', exact: true }))
  const address = sources.getByRole('textbox', { name: 'Secret calendar address (iCal)' })
  await person.click(sources.getByRole('button', { name: 'Connect calendar' }))
  await expectText(sources, 'Enter the address of your calendar')
  await person.fill(address, 'http://calendar.example.com/basic.ics')
  await person.press('Enter')
  await expectText(sources, 'The calendar could not be fetched from this address')
  expect(server.requests('meeting.add')).toEqual([])
  await person.fill(address, ' https://calendar.google.com/calendar/ical/x/basic.ics ')
  await person.press('Enter')

  const choose = dialog('Choose meetings')
  const standup = choose.getByRole('switch', { name: 'Send the bot to Standup' })
  await expectText(choose, '19/11/2026, 09:00, Jitsi')
  await expect.element(standup).not.toBeChecked()
  await expect.element(choose.getByRole('switch', { name: 'Send the bot to Review' })).toBeChecked()
  await person.click(standup)
  await expect.element(standup).toBeChecked()
  await expect.poll(() => server.requests('calendar.select')).toMatchObject([{ params: { id: 'Standup' } }])
  await person.click(choose.getByRole('button', { name: 'Close' }).last())
  await expectText(sources, 'calendar.google.com, only meetings I choose')
  await expectText(sources, 'Connected')
  expect(server.requests('calendar.save').at(-1)?.body).toEqual({
    icsUrl: 'https://calendar.google.com/calendar/ical/x/basic.ics',
  })
})

it('moves the switch back when the server refuses', async () => {
  await openSources({
    'calendar.get': { feed: feedOf(), botAddress: null },
    'calendar.events': { events: [offered({ title: 'Standup' })] },
    'calendar.select': refuse('not_found'),
  })
  await person.click(button('Calendar feed menu'))
  await person.click(menuItem('Choose meetings'))
  const standup = dialog('Choose meetings').getByRole('switch', { name: 'Send the bot to Standup' })
  await person.click(standup)
  await expect.element(standup).not.toBeChecked()
})

it('chooses which meetings the bot joins, names a broken feed, and disconnects it after confirmation', async () => {
  let feed: CalendarState['feed'] = feedOf({ error: 'unreachable', meetingsThisWeek: 3 })
  const { server, sources } = await openSources({
    'calendar.get': () => ({ feed, botAddress: null }),
    'calendar.save': ({ body }) => {
      if (body.icsUrl === null) feed = null
      else if (feed) feed = { ...feed, selection: body.selection ?? feed.selection }
      return { feed, botAddress: null }
    },
  })
  await expectText(sources, 'calendar.google.com, 3 this week')
  await expectText(sources, 'Not reachable')
  const menu = sources.getByRole('button', { name: 'Calendar feed menu' })
  await person.click(menu)
  await expect.poll(() => texts(choice())).toEqual(['All meetings', 'Meetings I organize', 'Only meetings I choose'])
  await person.click(choice('Meetings I organize'))
  await expect.poll(() => server.requests('calendar.save').at(-1)?.body).toEqual({ selection: 'mine' })
  await expect.element(choice('Meetings I organize')).toBeChecked()
  await person.click(menuItem('Disconnect'))
  const confirmation = dialog('Disconnect your calendar?')
  await expectText(confirmation, 'Recordings and articles stay.')
  await person.click(confirmation.getByRole('button', { name: 'Disconnect' }))
  await expectVisible(toast('The calendar was disconnected'))
  await expectText(sources, 'Offers the meetings of your calendar')
})

it('says that the calendar has no meetings, or that they could not be loaded', async () => {
  const { server, sources } = await openSources({
    'calendar.get': { feed: feedOf(), botAddress: null },
    'calendar.events': noResponse(),
  })
  await person.click(sources.getByRole('button', { name: 'Calendar feed menu' }))
  await person.click(menuItem('Choose meetings'))
  const choose = dialog('Choose meetings')
  await expectText(choose, 'The meetings of your calendar could not be loaded.')
  server.answer({ 'calendar.events': { events: [] } })
  await person.click(choose.getByRole('button', { name: 'Try again' }))
  await expectText(choose, 'No meetings with a link to Google Meet, Microsoft Teams, Zoom or Jitsi')
})

it('copies the address to which invitations are sent, and hides the sources without the server', async () => {
  const { server, sources, reload } = await openSources({
    'calendar.get': { feed: null, botAddress: 'acme-4fk2@meet.example.com' },
  })
  await expectText(sources, 'acme-4fk2@meet.example.com')
  await person.click(sources.getByRole('button', { name: 'Copy address' }))
  await expectVisible(toast('Address copied'))
  server.answer({ 'calendar.get': noResponse() })
  await person.press('Escape')
  await expectGone(sources)
  reload()
  await person.click(button('Add a meeting').first())
  await expectVisible(dialog('Add a meeting').getByRole('textbox', { name: 'Meeting link' }))
  await expectGone(sources)
})
