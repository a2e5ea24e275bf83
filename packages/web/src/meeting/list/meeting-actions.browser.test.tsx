import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { expect, it } from 'vitest'
import { refuse } from '../../../test/fake-server.ts'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  menuItem,
  option,
  person,
  row,
  toast,
} from '../../../test/person.ts'
import { aMeeting } from '../../../test/samples.ts'
import { formatDate } from '../../ui/time-format.ts'
import { config, open, failure, failed, openMenu } from './meetings-page.fixture.ts'

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

it('says that a meeting which colleagues have too is removed for oneself only', async () => {
  await open([
    aMeeting({ title: 'Board', isShared: true }),
    aMeeting({ title: 'Audit', isShared: true, status: 'failed' }),
  ])
  await openMenu('Audit')
  await person.click(menuItem('Delete this meeting'))
  await expectText(dialog('Delete “Audit”?'), 'Colleagues who have it keep it.')
  await person.press('Escape')
  await openMenu('Board')
  await person.click(menuItem('Delete this meeting'))
  await expectText(dialog('Delete “Board”?'), 'The bot still joins for colleagues who have it.')
  await person.click(button('Delete meeting'))
  await expectVisible(toast('The meeting was removed for you'))
})

it('says that only the row of a failed or missed occurrence is removed', async () => {
  await open([
    aMeeting({ title: 'Daily', recurrence: 'FREQ=DAILY', status: 'no-show' }),
    aMeeting({ title: 'Tender', status: 'no-show' }),
  ])
  await openMenu('Daily')
  await person.click(menuItem('Delete this meeting'))
  await expectText(dialog('Delete “Daily”?'), 'The bot still joins the next occurrences.')
  await person.click(dialog().getByRole('button', { name: 'Cancel' }))
  await expectGone(dialog())
  await openMenu('Tender')
  await person.click(menuItem('Delete this meeting'))
  await expectText(dialog('Delete “Tender”?'), 'This removes the meeting from the list.')
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
  const tomorrow = new Date(Date.now() + 86_400_000)
  const [date, time] = ['Date', 'Time'].map((name) => form.getByLabelText(name, { exact: true }))
  if (!date || !time) throw new Error('There are no fields')
  await person.fill(date, 'some day')
  await person.click(form.getByRole('button', { name: 'Send the bot' }))
  await expectVisible(form.getByText('Please enter a date and a time'))
  await expect.element(date).toHaveFocus()
  await person.fill(date, formatDate(tomorrow))
  await person.fill(time, '9 pm')
  await person.click(form.getByRole('button', { name: 'Send the bot' }))
  await expectVisible(form.getByText('Enter a time as HH:mm'))
  await expect.element(time).toHaveFocus()
  await person.fill(time, '9')
  await person.press('Tab')
  await expect.element(time).toHaveValue('09:00')
  await person.fill(time, '930')
  await person.click(form.getByRole('button', { name: 'Send the bot' }))
  await expectVisible(row('Tender'))
  expect(server.requests('meeting.add').at(-1)?.body).toEqual({
    url: 'https://meet.google.com/kzu-wbfr-qhn',
    title: 'Tender',
    startAt: new Date(tomorrow.setHours(9, 30, 0, 0)).toISOString(),
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
  const loads = server.requests('bot.get').length
  window.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  await person.click(form.getByRole('combobox', { name: 'Notes auto-generation' }))
  await person.click(option('Custom'))
  await person.click(form.getByRole('button', { name: 'Save' }))
  await expectVisible(form.getByText('Please enter a prompt'))
  await person.fill(form.getByLabelText('Custom prompt'), 'Decisions first.')
  expect(server.requests('bot.get')).toHaveLength(loads)
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

it('says so if the meeting joined one of its new company, which keeps its settings', async () => {
  await open([aMeeting({ title: 'Tender' })], {
    answers: { 'bot.save': { config } },
  })
  await openMenu('Tender')
  await person.click(menuItem('Meeting settings'))
  await person.click(dialog('Bot settings').getByRole('button', { name: 'Save' }))
  await expectVisible('The company had this meeting already. It keeps its settings.')
})
