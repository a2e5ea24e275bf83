import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse, refuse, type Answers } from '../../../test/fake-server.ts'
import { openPage, phone } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  heading,
  menuItem,
  option,
  person,
  row,
  texts,
  toast,
} from '../../../test/person.ts'
import { aCompany, aMeeting, aPerson, aSession } from '../../../test/samples.ts'

/** A server with these meetings; `statuses` and pages are filtered as the real one does. */
function meetingAnswers(meetings: Meeting[]): Answers {
  const config = {
    companyId: 'company-1',
    workspaceId: null,
    eventId: null,
    name: 'Knowreel',
    notesAutoGeneration: 'none',
    customPrompt: '',
    paragraphsAutoGeneration: 'manually',
  } as const
  const find = (id: string) => meetings.find((meeting) => meeting.id === id)
  return {
    'meeting.list': ({ query }) => {
      const found = meetings.filter(({ title, status }) => {
        const isFound = title.toLowerCase().includes(query.q?.toLowerCase() ?? '')
        return isFound && (query.status === undefined || query.status === status)
      })
      const sorted = query.sort === 'desc' ? found.toReversed() : found
      return { meetings: sorted.slice((query.page - 1) * 10, query.page * 10), count: found.length }
    },
    'meeting.count': () => ({ count: meetings.filter(({ status }) => status === 'upcoming').length }),
    'meeting.filters': {
      filters: {
        organizedBy: [{ id: 'jonas', title: 'Jonas Weber' }],
        workspace: [{ id: 'workspace-runbooks', title: 'Support runbooks' }],
      },
    },
    'meeting.remove': ({ params }) => {
      meetings.splice(
        meetings.findIndex(({ id }) => id === params.id),
        1,
      )
      return { success: true }
    },
    'meeting.sendAgain': ({ params }) => {
      const meeting = find(params.id)
      if (meeting === undefined) return refuse('not_found')
      const { id, title, startAt } = meeting
      const again = aMeeting({ id, title, startAt })
      meetings.splice(meetings.indexOf(meeting), 1, again)
      return { meeting: again }
    },
    'bot.get': { config },
    'bot.getForMeeting': ({ params }) => ({ config: { ...config, eventId: params.event } }),
    'bot.save': ({ body }) => ({ config: { ...config, ...body.config } as typeof config }),
    'workspace.editable': {
      items: [
        { id: 'own', shortId: 'own2345678', title: 'Personal', visibility: 'personal' },
        { id: 'workspace-runbooks', shortId: 'runbooks23', title: 'Support runbooks', visibility: 'private' },
      ],
      isTruncated: false,
    },
  }
}

const company = aCompany({ id: 'company-1', title: 'Brightmeter' })
const session = aSession({ company })
const open = (meetings: Meeting[], options: Parameters<typeof openPage>[1] = {}, url = '/meetings') =>
  openPage(url, { session, ...options, answers: { ...meetingAnswers(meetings), ...options.answers } })

const rowTexts = () => texts(page.getByRole('row')).slice(1)
const expectRows = (...parts: string[]) =>
  expect.poll(() => rowTexts().map((text, at) => text.includes(parts[at] ?? '?'))).toEqual(parts.map(() => true))

const failure = {
  reason: 'The host didn’t let the bot in',
  errorCode: 'lobby_timeout',
  details: 'The bot waited in the lobby for 10 minutes, and nobody answered its request to join.',
  suggestedAction: 'Ask the host to admit “Halden notes” from the lobby.',
}
const failed = (change: Partial<Meeting> = {}) => {
  const meeting = aMeeting({ title: 'Readings', status: 'failed', ...change })
  return { ...meeting, metadata: { ...meeting.metadata, failureData: failure } }
}
const openMenu = (title: string) => person.click(button(`Actions for ${title}`))

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

it('deletes a meeting after confirmation, and reports to the server what was shown', async () => {
  const { server } = await open([aMeeting({ title: 'Tender', recurrence: 'FREQ=DAILY' }), aMeeting({ title: 'Other' })])
  await openMenu('Tender')
  await person.click(menuItem('Delete this meeting'))
  await expectText(dialog('Delete “Tender”?'), 'joins the next.')
  await person.click(dialog('Delete “Tender”?').getByRole('button', { name: 'Delete meeting' }))
  await expectVisible(toast('The meeting was deleted'))
  await expectGone(row('Tender'))
  const [request] = server.requests('meeting.remove')
  expect(request?.query).toMatchObject({ status: 'upcoming', all: false })
  expect(request?.body).toEqual({ recurrence: 'FREQ=DAILY' })
})

it('moves a recurring meeting to its next occurrence, and deletes all occurrences', async () => {
  const meeting = aMeeting({ title: 'Daily', recurrence: 'FREQ=DAILY', startAt: new Date(2027, 0, 4, 9).toISOString() })
  const meetings = [meeting]
  const newStartDate = new Date(2027, 0, 5, 9).toISOString()
  const { server } = await open(meetings, {
    answers: {
      'meeting.remove': ({ query }) => {
        if (query.all) {
          meetings.splice(0, 1)
          return { success: true }
        }
        meetings.splice(0, 1, { ...meeting, startAt: newStartDate })
        return { newStartDate }
      },
    },
  })
  await openMenu('Daily')
  await person.click(menuItem('Delete this meeting'))
  await person.click(button('Delete meeting'))
  await expectText(row('Daily'), '05/01/2027, 09:00')
  await expectGone(dialog())
  await openMenu('Daily')
  await person.click(menuItem('Delete all occurences'))
  await person.click(dialog('Delete all occurences of “Daily”?').getByRole('button', { name: 'Delete all occurences' }))
  await expectVisible(toast('The meetings were deleted'))
  expect(server.requests('meeting.remove').map(({ query }) => query.all)).toEqual([false, true])
})

it('keeps the row when deleting is refused', async () => {
  await open([aMeeting({ title: 'Tender' })], { answers: { 'meeting.remove': refuse('meeting_processing') } })
  await openMenu('Tender')
  await person.click(menuItem('Delete this meeting'))
  await person.click(button('Delete meeting'))
  await expectVisible('The bot is working on this meeting')
  await expectVisible(row('Tender'))
})

it('explains a failure: reason, code, details and what to do; and sends the bot again', async () => {
  await open([failed()])
  await openMenu('Readings')
  await person.click(menuItem('View Failure Details'))
  const details = dialog('Failure details')
  for (const text of Object.values(failure)) await expectText(details, text)
  await person.click(details.getByRole('button', { name: 'Copy message for the host' }))
  await expectVisible(toast('Copied'))
  await person.click(details.getByRole('button', { name: 'Send the bot again' }))
  await expectGone(details)
  await expectText(row('Readings'), 'Upcoming')
})

it('says so when there is no failure data', async () => {
  await open([aMeeting({ title: 'Readings', status: 'failed' })])
  await openMenu('Readings')
  await person.click(menuItem('View Failure Details'))
  await expectText(dialog('Failure details'), 'No failure data available.')
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
    'Morning',
    'Afternoon',
    'Tomorrow’s',
    'Before',
  ])
  await openMenu('Before')
  await person.click(menuItem('View Failure Details'))
  await expectVisible(dialog('Failure details'))
})

it('adds a meeting by its link, now or at a time, and names the service', async () => {
  const added: Meeting[] = []
  const { server } = await open(added, {
    answers: {
      'meeting.add': ({ body }) => {
        if (!body.url.startsWith('https://meet')) return refuse('meeting_link_unknown')
        const meeting = aMeeting({ title: body.title ?? '', startAt: body.startAt ?? new Date().toISOString() })
        added.push(meeting)
        return { meeting, company: null }
      },
    },
  })
  await person.click(button('Add a meeting').first())
  const form = dialog('Add a meeting')
  await expect.element(form.getByLabelText('Meeting link')).toHaveFocus()
  await person.type('https://example.org/room')
  await person.press('Enter')
  await expectVisible(form.getByText('Enter a link to a meeting in Google Meet, Microsoft Teams, Zoom or Jitsi'))
  await person.fill(form.getByLabelText('Meeting link'), 'https://meet.google.com/kzu-wbfr-qhn')
  await expectVisible(form.getByText('Google Meet'))
  await person.fill(form.getByLabelText('Title'), 'Tender')
  await person.click(form.getByRole('combobox', { name: 'Starts' }))
  await person.click(option('At a time'))
  const time = form.getByLabelText('Date and time')
  await expect.element(time).toBeVisible()
  const { startAt } = { startAt: new Date((time.element() as HTMLInputElement).value).toISOString() }
  await person.click(form.getByRole('button', { name: 'Send the bot' }))
  await expectVisible(row('Tender'))
  expect(server.requests('meeting.add').at(-1)?.body).toEqual({
    url: 'https://meet.google.com/kzu-wbfr-qhn',
    title: 'Tender',
    startAt,
  })
})

it('saves how the bot records: name, notes with a prompt, paragraphs and workspace', async () => {
  const { server } = await open([aMeeting()])
  await person.click(button('Bot settings'))
  const form = dialog('Bot settings')
  await expect.element(form.getByLabelText('Name')).toHaveValue('Knowreel')
  await expectText(form, 'Used for every new meeting of yours.')
  await person.fill(form.getByLabelText('Name'), '')
  await person.click(form.getByRole('button', { name: 'Save' }))
  await expectVisible(form.getByText('The title is required'))
  await person.type('Halden notetaker')
  await expectText(form, '16/30')
  await person.click(form.getByRole('combobox', { name: 'Notes auto-generation' }))
  await person.click(option('Custom'))
  await person.click(form.getByRole('button', { name: 'Save' }))
  await expectVisible(form.getByText('Please enter a prompt'))
  await person.fill(form.getByLabelText('Custom prompt'), 'Decisions first.')
  await person.click(form.getByText('Automatically'))
  await person.click(form.getByRole('combobox', { name: 'Workspace' }))
  await person.click(option('Support runbooks'))
  await person.click(form.getByRole('button', { name: 'Save' }))
  await expectVisible(toast('Settings saved'))
  expect(server.requests('bot.save').map(({ body }) => body.config)).toEqual([
    {
      companyId: 'company-1',
      workspaceId: 'workspace-runbooks',
      eventId: null,
      name: 'Halden notetaker',
      notesAutoGeneration: 'custom',
      customPrompt: 'Decisions first.',
      paragraphsAutoGeneration: 'automatically',
    },
  ])
})

it('has settings for one meeting, which name it', async () => {
  const meeting = aMeeting({ title: 'Tender' })
  const { server } = await open([meeting])
  await openMenu('Tender')
  await person.click(menuItem('Meeting settings'))
  const form = dialog('Bot settings')
  await expectText(form, 'Used for this meeting only.')
  await expectText(form, 'Tender')
  await person.click(form.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => server.requests('bot.save')[0]?.body.config)
    .toMatchObject({ eventId: meeting.id, workspaceId: null })
})
