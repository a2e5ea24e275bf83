import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SlackIntegration } from '@knowreel/shared/workspace/workspace.calls.ts'
import { refuse } from '../../test/fake-server.ts'
import { openPage, phone } from '../../test/open-page.tsx'
import { dialog, expectGone, expectText, expectVisible, person, toast } from '../../test/person.ts'
import { aWorkspace } from '../../test/samples.ts'
import { roleAnswers, workspaceAnswers } from '../../test/workspace-answers.ts'

const section = page.getByRole('region', { name: 'Slack' })
const sectionButton = (name: string) => section.getByRole('button', { name, exact: true })
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const connection: SlackIntegration = {
  channel: '#support-knowledge',
  teamName: 'Halden',
  accessToken: '•',
  failure: null,
}

afterEach(() => vi.restoreAllMocks())

type OpenOptions = {
  search?: string
  isSlackAvailable?: boolean
  width?: number
  connect?: ReturnType<typeof refuse>
  isStrict?: boolean
}

async function openEditPage(
  slackIntegration: SlackIntegration | null,
  { search = '', isSlackAvailable = true, width = 1280, connect, isStrict = false }: OpenOptions = {},
) {
  const workspaces = [aWorkspace({ id: 'runbooks', isSlackAvailable, slackIntegration })]
  const connected = () => ({
    workspace: aWorkspace({ id: 'runbooks', isSlackAvailable, slackIntegration: connection }),
  })
  const opened = await openPage(`/workspace/runbooks/edit${search}`, {
    answers: {
      ...workspaceAnswers(workspaces),
      ...roleAnswers({ people: [] }),
      'slack.connect': connect ?? connected,
    },
    width,
    isStrict,
  })
  opened.server.answer({
    'slack.disconnect': () => {
      const workspace = aWorkspace({ id: 'runbooks', isSlackAvailable, slackIntegration: null })
      workspaces[0] = workspace
      return { workspace }
    },
  })
  return opened
}

it('leads to Slack with a ticket, also by keyboard', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { server } = await openEditPage(null)
  await expectText(section, 'Posts the title, author and link')
  server.answer({ 'session.ticket': { token: 'ticket-of-slack' } })
  await expect.element(sectionButton('Connect Slack')).toBeVisible()
  sectionButton('Connect Slack').element().focus()
  await person.press('Enter')
  await expect
    .poll(() => opened.mock.calls)
    .toEqual([['/api/integration/slack/runbooks?token=ticket-of-slack', '_self']])
})

it('stays on the page if no ticket is given', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { server } = await openEditPage(null)
  server.answer({ 'session.ticket': refuse('internal') })
  await person.click(sectionButton('Connect Slack'))
  await expectVisible(alert('Something went wrong'))
  await expect.element(sectionButton('Connect Slack')).toBeEnabled()
  expect(opened).not.toHaveBeenCalled()
})

it('shows team and channel, and disconnects after a confirmation', async () => {
  const { server } = await openEditPage(connection)
  await expectText(section, '#support-knowledge in Halden')
  await expectText(section, 'Connected')
  await person.click(sectionButton('Disconnect'))
  const question = dialog('Disconnect Slack?')
  await expectText(question, 'no longer posted to #support-knowledge')
  await person.press('Escape')
  expect(server.requests('slack.disconnect')).toEqual([])
  await person.click(sectionButton('Disconnect'))
  await person.click(question.getByRole('button', { name: 'Disconnect Slack' }))
  await expectVisible(toast('Slack is disconnected'))
  await expect.element(sectionButton('Connect Slack')).toBeVisible()
  expect(server.requests('slack.disconnect').map(({ params }) => params.id)).toEqual(['runbooks'])
})

it('keeps the connection and says why if disconnecting fails', async () => {
  const { server } = await openEditPage(connection)
  server.answer({ 'slack.disconnect': refuse('forbidden') })
  await person.click(sectionButton('Disconnect'))
  await person.click(dialog('Disconnect Slack?').getByRole('button', { name: 'Disconnect Slack' }))
  await expectVisible(alert('You are not allowed to do this'))
  await expectText(section, '#support-knowledge in Halden')
})

it.each([
  ['revoked', 'Slack no longer accepts the connection.'],
  ['channel_gone', 'Slack doesn’t accept posts in #support-knowledge.'],
] as const)('says what to do when a connection is %s, on a phone too', async (failure, text) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await openEditPage({ ...connection, failure }, { width: phone.width })
  await expectText(section, 'Not posting')
  await expectText(section.getByRole('status'), text)
  await person.click(sectionButton('Connect again'))
  await expect.poll(() => opened.mock.calls).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
})

it.each([
  ['denied', 'Slack isn’t connected because the request was canceled.'],
  ['failed', 'Slack couldn’t be connected. Try again in a minute.'],
])('shows once why Slack gave no grant: %s', async (result, message) => {
  const { server } = await openEditPage(null, { search: `?slack=${result}` })
  await expectVisible(alert(message))
  await expect.poll(() => location.search).toBe('')
  expect(server.requests('slack.connect')).toEqual([])
})

it('connects once with the grant in the fragment, and removes it from the URL', async () => {
  const { server } = await openEditPage(null, { search: '#code=co%2Bde&state=runbooks.a.b' })
  await expectVisible(toast('Slack is connected'))
  await expectText(section, '#support-knowledge in Halden')
  expect(location.hash).toBe('')
  expect(server.requests('slack.connect')).toMatchObject([
    { params: { id: 'runbooks' }, body: { code: 'co+de', state: 'runbooks.a.b' } },
  ])
})

it('sends the grant once also where React runs effects twice, as in development', async () => {
  const { server } = await openEditPage(null, { search: '#code=code&state=runbooks.c.d', isStrict: true })
  await expectVisible(toast('Slack is connected'))
  await expectText(section, '#support-knowledge in Halden')
  expect(server.requests('slack.connect')).toHaveLength(1)
})

it('says why if the grant is refused', async () => {
  await openEditPage(null, { search: '#code=code&state=runbooks.a.b', connect: refuse('slack_expired') })
  await expectVisible(alert('The connection wasn’t completed in time. Connect Slack again.'))
  await expect.element(sectionButton('Connect Slack')).toBeEnabled()
  expect(location.hash).toBe('')
})

it('ignores a result that does not exist', async () => {
  await openEditPage(null, { search: '?slack=<b>owned</b>' })
  await expect.element(sectionButton('Connect Slack')).toBeVisible()
  expect(page.getByText('owned').length).toBe(0)
})

it('is absent where Slack is not set up', async () => {
  await openEditPage(null, { isSlackAvailable: false })
  await expectVisible(page.getByRole('textbox', { name: 'Title' }))
  await expectGone(section)
})
