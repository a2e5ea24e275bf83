import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse } from '../../../test/fake-server.ts'
import { phone } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  heading,
  menuItem,
  person,
  row,
  texts,
} from '../../../test/person.ts'
import { aMeeting, aPerson } from '../../../test/samples.ts'
import { open, failed, openMenu } from './meetings-page.fixture.ts'

const rowTexts = () => texts(page.getByRole('row')).slice(1)
const expectRows = (...parts: string[]) =>
  expect.poll(() => rowTexts().map((text, at) => text.includes(parts[at] ?? '?'))).toEqual(parts.map(() => true))

it('shows title, workspace, organizer, time and status of every meeting', async () => {
  const today = new Date(new Date().setHours(14, 0, 0, 0)).toISOString()
  await open([
    aMeeting({ title: '', organizedBy: aPerson({ firstName: 'Chiara', lastName: 'Rossi' }), startAt: today }),
    aMeeting({
      title: 'Weekly',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO',
      startAt: new Date(2026, 10, 18, 9, 5).toISOString(),
    }),
    aMeeting({ title: 'Missed', status: 'no-show' }),
  ])
  await expectText(row('No title'), 'Support runbooks')
  await expectText(row('No title'), 'Chiara Rossi')
  await expectText(row('No title'), 'Today, 14:00')
  await expectText(row('Weekly'), '18/11/2026, 09:05')
  await expectVisible(row('Weekly').getByRole('img', { name: 'Every week' }))
  await expectText(row('Missed'), 'No-show')
  await expectGone(row('Missed').getByRole('img', { name: 'Every' }))
})

it('searches after a pause, filters, sorts by time and keeps all of it in the URL', async () => {
  const { server, reload } = await open([
    aMeeting({ title: 'Upcoming sync' }),
    aMeeting({ title: 'Finished sync', status: 'finished' }),
    aMeeting({ title: 'Tender', status: 'finished' }),
  ])
  await expectRows('Upcoming sync', 'Finished sync', 'Tender')
  await expect
    .element(page.getByRole('columnheader', { name: 'Meeting time' }))
    .toHaveAttribute('aria-sort', 'ascending')
  await person.click(button('Meeting time'))
  await expectRows('Tender', 'Finished sync', 'Upcoming sync')
  expect(server.requests('meeting.list').at(-1)?.query).toMatchObject({ sort: 'desc', page: 1 })

  await person.fill(page.getByRole('searchbox', { name: 'Search meetings' }), 'sync')
  await expectRows('Finished sync', 'Upcoming sync')
  const searched = server.requests('meeting.list').map(({ query }) => query.q)
  expect(new Set(searched), 'nothing while typing').toEqual(new Set([undefined, 'sync']))
  await person.fill(page.getByRole('searchbox', { name: 'Search meetings' }), 'upcoming ')
  await expectRows('Upcoming sync')
  await expect.element(page.getByRole('searchbox', { name: 'Search meetings' })).toHaveValue('upcoming ')
  await person.fill(page.getByRole('searchbox', { name: 'Search meetings' }), 'sync')
  await expectRows('Finished sync', 'Upcoming sync')
  await person.click(button('Status', { exact: true }))
  await person.click(menuItem('Finished'))
  await expectRows('Finished sync')
  reload()
  await expectRows('Finished sync')
  expect(location.search).toBe('?sort=desc&q=sync&status=finished')

  await person.click(button('Organizer', { exact: true }))
  await person.click(menuItem('Jonas Weber'))
  await person.click(button('Workspace', { exact: true }))
  await person.click(menuItem('Support runbooks'))
  await expect
    .poll(() => server.requests('meeting.list').at(-1)?.query)
    .toMatchObject({ organizer: 'jonas', workspace: 'workspace-runbooks' })
  await person.fill(page.getByRole('searchbox', { name: 'Search meetings' }), 'nothing')
  await expectVisible('There are no matching results')
  await person.click(button('Clear filters'))
  await expectRows('Tender', 'Finished sync', 'Upcoming sync')
})

it('has pages of ten; a search or a filter returns to the first', async () => {
  await open(Array.from({ length: 12 }, (_, n) => aMeeting({ title: `Meeting ${n + 1}` })))
  await expectVisible(row('Meeting 10'))
  await person.click(button('Page 2'))
  await expectVisible(row('Meeting 12'))
  await expectGone(row('Meeting 10'))
  expect(location.search).toBe('?page=2')
  await person.click(button('Status', { exact: true }))
  await person.click(menuItem('Upcoming'))
  await expectVisible(row('Meeting 10'))
  expect(location.search).toBe('?status=upcoming')
})

it('filters by the statuses of the specification, of which All shows every meeting', async () => {
  await open([aMeeting({ title: 'Kick-off' }), aMeeting({ title: 'Debrief', status: 'failed' })])
  await expectRows('Kick-off', 'Debrief')
  await person.click(button('Status', { exact: true }))
  await expect
    .poll(() => texts(page.getByRole('menu').getByRole('menuitem')))
    .toEqual(['All', 'Upcoming', 'Processing', 'No-show', 'Failed', 'Finished'])
  await person.click(menuItem('Failed'))
  await expectRows('Debrief')
  await person.click(button('Status: failed'))
  await person.click(menuItem('All', { exact: true }))
  await expectRows('Kick-off', 'Debrief')
  expect(location.search).toBe('')
})

it('opens finished meetings only: the article, or the editor of the draft', async () => {
  const articlePath = { workspaceId: 'w2', workspaceSlug: 'runbooks', articleId: 'a2', articleSlug: 'tender' }
  await open([
    aMeeting({ title: 'Published', status: 'finished', article: 'article', articlePath }),
    aMeeting({ title: 'Draft', status: 'finished', article: 'draft', isDraft: true }),
    aMeeting({ title: 'Gone', status: 'finished' }),
    aMeeting({ title: 'Upcoming' }),
  ])
  await expectVisible(row('Published'))
  const links = page.getByRole('row').getByRole('link')
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/b/w2/runbooks/a2/tender',
    '/draft/draft',
  ])
  await expectVisible(button('Open the article of Published'))
  await expectVisible(button('Open the draft of Draft'))
  await expectGone(button(/of (Gone|Upcoming)$/).and(button(/^Open/)))
})

it('offers in the menu of each row what its status and the person allow', async () => {
  const noAbilities = { configure: false, remove: false, sendAgain: false }
  const recurrence = 'FREQ=DAILY'
  await open([
    aMeeting({ title: 'Upcoming', recurrence }),
    aMeeting({ title: 'Processing', status: 'processing' }),
    failed({ title: 'Failed' }),
    aMeeting({ title: 'Finished', status: 'finished', recurrence }),
    aMeeting({ title: 'Seen only', abilities: noAbilities }),
    failed({ title: 'Theirs', abilities: noAbilities }),
  ])
  const items = async (title: string) => {
    await openMenu(title)
    await expectVisible(page.getByRole('menu'))
    const found = texts(page.getByRole('menu').getByRole('menuitem'))
    await person.press('Escape')
    await expectGone(page.getByRole('menu'))
    return found
  }
  await expectVisible(button('Actions for Upcoming'))
  expect(await items('Upcoming')).toEqual(['Meeting settings', 'Delete this meeting', 'Delete all occurences'])
  expect(await items('Failed')).toEqual(['View Failure Details', 'Send the bot again', 'Delete this meeting'])
  expect(await items('Finished')).toEqual(['Delete this meeting'])
  expect(await items('Theirs')).toEqual(['View Failure Details'])
  await expectGone(button('Actions for Processing'))
  await expectGone(button('Actions for Seen only'))
})

it('shows what the bot does, and how far the work after the call is', async () => {
  const metadata = (phase: 'waiting' | 'transcribing', progress: number | null) => ({
    failureData: null,
    phase,
    phaseSince: new Date(2026, 10, 18, 10, 3).toISOString(),
    progress,
  })
  await open([
    aMeeting({ title: 'In the lobby', status: 'processing', metadata: metadata('waiting', null) }),
    aMeeting({ title: 'After the call', status: 'processing', metadata: metadata('transcribing', 62) }),
  ])
  await expectText(row('In the lobby'), 'Waiting')
  await expectVisible(row('In the lobby').getByTitle('Waiting to be let in, since 10:03').first())
  await expectText(row('After the call'), '62 %')
})

it('fetches the list and the count again when the server reports that meetings changed', async () => {
  const meetings = [aMeeting({ title: 'Tender' })]
  const { sockets } = await open(meetings)
  const nav = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Meetings/ })
  await expectText(nav, '1')
  const live = () => sockets.find(({ path }) => path === '/live')
  await expect.poll(live).toBeDefined()
  meetings.splice(0, 1, aMeeting({ title: 'Tender', status: 'processing' }))
  live()?.receive({ type: 'meetings' })
  await expectText(row('Tender'), 'Processing')
  await expect.poll(() => nav.query()?.textContent).toBe('Meetings')
})

it('offers to add a meeting while there is none, and to retry when the list could not be loaded', async () => {
  const { server, reload } = await open([])
  await expectVisible('Send the bot to a meeting, and the recording becomes an article.')
  await expectGone(page.getByRole('searchbox', { name: 'Search meetings' }))
  server.answer({ 'meeting.list': noResponse() })
  reload()
  await expectVisible('The meetings could not be loaded.')
  server.answer({ 'meeting.list': { meetings: [aMeeting({ title: 'Tender' })], count: 1 } })
  await person.click(button('Try again'))
  await expectVisible(row('Tender'))
})

it('is grouped by day on a phone, with the same menus', async () => {
  const at = (day: number, hours: number) => new Date(new Date().setHours(hours + day * 24, 0, 0, 0)).toISOString()
  await open(
    [
      aMeeting({ title: 'Afternoon', startAt: at(0, 14) }),
      aMeeting({ title: 'Tomorrow’s', startAt: at(1, 9) }),
      aMeeting({ title: 'Morning', startAt: at(0, 8), status: 'processing' }),
      failed({ title: 'Before', startAt: at(-1, 9) }),
    ],
    phone,
  )
  await expectVisible(heading('Today', 2))
  expect(texts(page.getByRole('heading', { level: 2 }))).toEqual(['Today', 'Tomorrow', 'Yesterday'])
  const items = texts(page.getByRole('main').getByRole('listitem'))
  expect(items.map((text) => /^(Morning|Afternoon|Tomorrow’s|Before)/.exec(text)?.[1])).toEqual([
    'Afternoon',
    'Morning',
    'Tomorrow’s',
    'Before',
  ])
  await openMenu('Before')
  await person.click(menuItem('View Failure Details'))
  await expectVisible(dialog('Failure details'))
})

it('is sorted by a button on a phone', async () => {
  const { server } = await open([aMeeting({ title: 'Sync' })], phone)
  await person.click(button('Sort: upcoming first'))
  await person.click(menuItem('Finished first'))
  await expectVisible(button('Sort: finished first'))
  expect(location.search).toBe('?sort=desc')
  expect(server.requests('meeting.list').at(-1)?.query).toMatchObject({ sort: 'desc' })
})
