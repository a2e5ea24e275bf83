import { onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { neverAnswers, noResponse, refuse } from '../../../test/fake-server.ts'
import { catchNavigation, openPage, runWhenClosed } from '../../../test/open-page.tsx'
import { userAnswers } from '../../../test/people-answers.ts'
import { button, dialog, expectGone, expectText, expectVisible, heading, option, person } from '../../../test/person.ts'
import { aCompany, aSession } from '../../../test/samples.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { aResult } from '../search.fixture.ts'

const currentUrl = () => location.pathname + location.search
const field = page.getByRole('combobox', { name: 'Search or run a command' })
const status = dialog('Command palette').getByRole('status').first()
const history = { 'search.addToHistory': { history: { _id: 'history', questions: [] } } }

async function openPalette(options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage('/workspaces', options)
  // Keys go to the page only when it has the focus.
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(field).toHaveFocus()
  return opened
}

it('starts a recording and an upload from the palette', async () => {
  await openPage('/workspaces')
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await person.click(option(/^Upload video/))
  await expectVisible(dialog('Upload video'))
  await person.press('Escape')
  await person.press('Control+k')
  await person.click(option(/^Start recording/))
  await expectVisible(dialog('Start recording'))
})

it('runs commands from the palette, and finds articles beside them', async () => {
  const { server } = await openPage('/workspaces', {
    answers: { 'search.global': { article: [aResult({ title: 'Drafting a contract' })] } },
  })
  // Keys go to the page only when it has the focus.
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await person.type('draft')
  await expectVisible(option(/Drafting a contract/))
  await expect.element(option(/^Drafts/)).toHaveAttribute('aria-selected', 'true')
  await person.press('Enter')
  await expect.poll(currentUrl).toBe('/drafts')
  await expectVisible(heading('Drafts'))
  await expect.poll(() => server.requests('draft.list').length).toBeGreaterThan(0)
})

it('says in the palette that articles could not be loaded', async () => {
  const { server } = await openPage('/workspaces', { answers: { 'search.global': refuse('internal') } })
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await person.type('contract')
  await expectVisible('The results could not be loaded.')
  server.answer({ 'search.global': {} })
  await person.click(button('Try again'))
  await expectVisible('No command or article matches.')
})

it('opens the first article of what is typed by an early Enter, and requests no history', async () => {
  const { server } = await openPalette({
    answers: {
      ...history,
      'search.global': ({ params: { q } }) => ({ article: [aResult({ id: q, title: `About ${q}`, shortId: q })] }),
      'article.get': neverAnswers,
      'workspace.browse': neverAnswers,
    },
  })
  await person.type('contra')
  await expectVisible(option(/About contra/))
  await person.type('ct')
  await person.press('Enter')
  await expect.poll(currentUrl).toBe('/b/ws2/support/contract/read-a-gateway-log')
  expect(server.requests('search.history')).toHaveLength(0)
  await expect.poll(() => server.requests('workspace.browse').length).toBeGreaterThan(0)
  await expect.poll(() => server.requests('article.get').length).toBeGreaterThan(0)
  // The page itself requests them too, once its code has loaded.
  await expectVisible(page.getByRole('status', { name: 'Loading' }).first())
})

it('announces in the palette what became of the search', async () => {
  const response = Promise.withResolvers<{ article: ReturnType<typeof aResult>[] }>()
  // The page of the test before may still be loading the article that it opened.
  const opened = { 'article.get': neverAnswers, 'workspace.browse': neverAnswers }
  const { server } = await openPalette({ answers: { ...opened, 'search.global': () => response.promise } })
  await person.type('contract')
  await expectText(status, 'Searching')
  response.resolve({ article: [] })
  await expectText(status, 'No command or article matches.')
  server.answer({ 'search.global': noResponse() })
  onlineManager.setOnline(false)
  runWhenClosed(() => onlineManager.setOnline(true))
  await person.type('s')
  await expectText(status, 'You’re offline. Results will load when the connection returns.')
})

it('switches to another company of the person, at its home', async () => {
  const caught = catchNavigation('/')
  const session = aSession()
  const [other, gone] = [aCompany({ title: 'Halden' }), aCompany({ title: 'Former Halden', status: 'deactivated' })]
  const { server } = await openPalette({
    session: { ...session, companies: [...session.companies, other, gone] },
    answers: { 'search.global': {}, 'company.switch': { token: 'next', address: null } },
  })
  await person.type('switch')
  await expectVisible(option(/Switch to Halden/))
  await expectGone(option(/Former/))
  await person.press('Enter')
  await expect.poll(() => [...caught]).toEqual(['/'])
  expect(server.requests('company.switch')[0]?.params.id).toBe(other.id)
  // The page itself stays in its company until it is left.
  expect([readToken(), document.cookie]).toEqual(['token', expect.stringContaining('knowreel_token=next')])
})

it('reports that a company cannot be switched to', async () => {
  const session = aSession()
  await openPalette({
    session: { ...session, companies: [...session.companies, aCompany({ title: 'Halden' })] },
    answers: { 'search.global': {}, 'company.switch': refuse('too_many_requests') },
  })
  await person.type('halden')
  await person.press('Enter')
  await expectVisible(/Too many/)
})

it('opens the people of the company for an invitation, for those who may invite', async () => {
  const { session } = await openPalette({ answers: { ...userAnswers({ users: [] }), 'search.global': {} } })
  expect(session.user.abilities.manageUsers).toBe(true)
  await person.type('invite')
  await person.click(option(/Invite people/))
  await expect.poll(currentUrl).toBe('/settings/users')
  await expectVisible(heading('User Management'))
})

it('offers no command that the person may not run', async () => {
  const session = aSession({ role: 'user' })
  await openPalette({ session, answers: { 'search.global': {} } })
  await person.type('invite')
  await expectVisible('No command or article matches.')
})
