import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FirstSteps } from '@knowreel/shared/user/user.calls.ts'
import { refuse, type Answers } from '../../test/fake-server.ts'
import { openPage, phone } from '../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, person } from '../../test/person.ts'
import { aSession } from '../../test/samples.ts'

const nothing: FirstSteps = { hasWritten: false, hasRecorded: false, hasInvited: false }
const list = page.getByRole('region', { name: 'Get started' })

function open({
  steps = nothing,
  session = aSession({ hasFirstSteps: true }),
  answers = {},
  ...size
}: {
  steps?: FirstSteps
  session?: ReturnType<typeof aSession>
  answers?: Answers
  width?: number
  height?: number
} = {}) {
  return openPage('/', {
    session,
    ...size,
    answers: {
      'user.firstSteps': { steps },
      'user.updateMe': { user: { ...session.user, hasFirstSteps: false } },
      ...answers,
    },
  })
}

it('offers people who have just joined to write, record and invite', async () => {
  const { server } = await open()
  await expectVisible(list.getByText('0 of 3 done'))
  await expectGone(page.getByText('Articles your team publishes appear here.'))
  for (const name of ['Write', 'Start recording', 'Upload video', 'Invite people'])
    await expectVisible(list.getByRole('button', { name }))
  await person.click(list.getByRole('button', { name: 'Upload video' }))
  await expectVisible(dialog('Upload video'))
  server.answer({ 'user.firstSteps': { steps: { ...nothing, hasRecorded: true } } })
  await person.press('Escape')
  await expectVisible(list.getByText('1 of 3 done'))
  await expectGone(list.getByRole('button', { name: 'Upload video' }))
})

it('does not offer to invite to people who may not', async () => {
  await open({ session: aSession({ hasFirstSteps: true, role: 'user' }) })
  await expectVisible(list.getByText('0 of 2 done'))
  await expectGone(list.getByRole('button', { name: 'Invite people' }))
})

it('is closed for good, and stays if that fails', async () => {
  const { server } = await open({ answers: { 'user.updateMe': refuse('internal') } })
  await person.click(button('Close “Get started”'))
  await expect.poll(() => server.requests('user.updateMe').map(({ body }) => body)).toEqual([{ hasFirstSteps: false }])
  await expectVisible(list.getByText('0 of 3 done'))
  server.answer({ 'user.updateMe': { user: aSession({ hasFirstSteps: false }).user } })
  await person.click(button('Close “Get started”'))
  await expectGone(list)
  await expectVisible('Articles your team publishes appear here.')
})

it('ends when everything is done', async () => {
  const { server } = await open({ steps: { hasWritten: true, hasRecorded: true, hasInvited: true } })
  await expect.poll(() => server.requests('user.updateMe').map(({ body }) => body)).toEqual([{ hasFirstSteps: false }])
  await expectGone(list)
})

it('changes nothing for someone as whom an operator is logged in', async () => {
  const loggedInAs = { operatorName: 'Priya Nair', endsAt: new Date(Date.now() + 3_600_000).toISOString() }
  const { server } = await open({
    steps: { hasWritten: true, hasRecorded: true, hasInvited: true },
    session: aSession({ hasFirstSteps: true, loggedInAs }),
  })
  await expect.poll(() => server.requests('user.firstSteps').length).toBeGreaterThan(0)
  await expectGone(list)
  expect(server.requests('user.updateMe')).toEqual([])
})

it('can be loaded again', async () => {
  const { server } = await open({ answers: { 'user.firstSteps': refuse('internal') } })
  await expectVisible('The first steps could not be loaded.')
  server.answer({ 'user.firstSteps': { steps: nothing } })
  await person.click(list.getByRole('button', { name: 'Try again' }))
  await expectVisible(list.getByText('0 of 3 done'))
})

it('fits on a phone', async () => {
  await open(phone)
  await expectVisible(list.getByText('0 of 3 done'))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
  for (const row of list.element().querySelectorAll('button'))
    expect(row.getBoundingClientRect().right).toBeLessThanOrEqual(phone.width)
})

it('is not requested by people who have closed it', async () => {
  const { server } = await open({ session: aSession() })
  await expectVisible('Articles your team publishes appear here.')
  expect(server.requests('user.firstSteps')).toEqual([])
})
