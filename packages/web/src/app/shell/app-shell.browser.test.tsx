import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { closeCodes } from '@knowreel/shared/socket/session-socket.ts'
import { refuse } from '../../../test/fake-server.ts'
import { openPage, phone } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectVisible,
  expectText,
  heading,
  link,
  menuItem,
  person,
} from '../../../test/person.ts'
import { aCompany, aSession, aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../../article/edit/draft/draft.fixture.ts'

const home = heading('How can I help?')
const ines = aSession({ firstName: 'Ines', lastName: 'Okafor' })
const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')
const currentUrl = () => location.pathname + location.search

afterEach(() => vi.restoreAllMocks())

it('navigates everywhere by keys, unless someone is typing', async () => {
  await openPage('/', { session: ines, answers: { 'search.global': {} } })
  await expectVisible(home)
  await person.press('/')
  await person.type('can we go?')
  expect(currentUrl()).toBe('/')
  await person.press('Escape')
  await person.click(home)

  await person.press('g', 'm')
  await expectVisible(heading('Meetings'))
  await person.press('/')
  await expectVisible(dialog('Search'))
  await person.press('Escape')
  await expectGone(dialog())
  await person.press('Control+k')
  await expectVisible(dialog('Command palette'))
  await person.press('Escape')
  await expectGone(dialog())
  await person.press('?')
  await expectVisible(dialog('Keyboard shortcuts'))
  await person.press('Escape')
  await expectGone(dialog())
  await person.press('c')
  await expect.element(menuItem('Write an article')).toHaveFocus()
})

it('ignores the key for Create while nobody may create', async () => {
  const mayNot = { ...ines.user.abilities, createArticle: false, createWorkspace: false }
  const { server } = await openPage('/meetings', { session: aSession({ abilities: mayNot }) })
  await expect.element(button('Create')).toBeDisabled()
  await person.press('c')
  server.answer({ 'user.me': ines })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(button('Create')).toBeEnabled()
  await expectGone(menuItem('Write an article'))
})

it('finds shortcuts by what they do and by their key', async () => {
  await openPage('/meetings', { session: ines })
  await expectVisible(heading('Meetings'))
  await person.press('?')
  const sheet = dialog('Keyboard shortcuts')
  const rows = () => [...sheet.element().querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  await expectVisible(sheet.getByText('Workspaces'))
  await person.type('draft')
  await expect.poll(rows).toEqual(['DraftsGD'])
  await person.fill(sheet.getByLabelText('Search shortcuts'), 'j')
  await expect.poll(rows).toEqual(['Next and previousJK'])
  await person.type('zzz')
  await expectVisible('No shortcuts found')
  await person.press('Escape')
  await person.press('g', 'd')
  await expectVisible(heading('Drafts'))
})

it('opens search and the Create menu from the header of a phone', async () => {
  await openPage('/drafts', { ...phone, session: ines })
  const header = page.getByRole('banner')
  await person.click(header.getByRole('button', { name: 'Search' }))
  await expectVisible(dialog('Search'))
  await person.press('Escape')
  await expectGone(dialog())
  await person.click(header.getByRole('button', { name: 'Create' }))
  await person.click(menuItem('Create a workspace'))
  await expectVisible(dialog('Create a workspace'))
})

it('shows no second search in the header of Home on a phone', async () => {
  await openPage('/', { ...phone, session: ines })
  await expectVisible(home)
  const header = page.getByRole('banner')
  await expectVisible(header.getByRole('button', { name: 'Create' }))
  expect(header.getByRole('button', { name: 'Search' }).query()).toBeNull()
  const { right } = header
    .getByRole('button', { name: /user menu$/i })
    .element()
    .getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(phone.width)
})

it.each(['/workspace/carriers', '/b/carriers/carriers'])(
  'preselects the workspace of %s for a new article',
  async (path) => {
    await openPage(path, {
      session: ines,
      answers: workspaceAnswers([
        aWorkspace({ title: 'Support runbooks' }),
        aWorkspace({ shortId: 'carriers', title: 'Carriers' }),
      ]),
    })
    await person.click(page.getByRole('banner').getByRole('button', { name: 'Create' }))
    await person.click(menuItem('Create an article'))
    await person.click(dialog().getByRole('button', { name: /Create document/ }))
    await expect.element(dialog().getByRole('combobox', { name: 'Workspace' })).toHaveValue('Carriers')
  },
)

it('shows how many personal articles and drafts there are, and fetches both again when the server reports updates', async () => {
  const { server, sockets } = await openPage('/', {
    session: aSession({ personalWorkspaceShortId: 'personal2' }),
    answers: {
      'draft.count': { draftsCount: 3 },
      'workspace.articlesCount': { articlesCount: 12, isPersonal: true },
    },
  })
  const main = page.getByRole('navigation', { name: 'Main' })
  await expectText(main.getByRole('link', { name: /Personal/ }), '12')
  await expectText(main.getByRole('link', { name: /Drafts/ }), '3')

  server.answer({
    'draft.count': { draftsCount: 4 },
    'workspace.articlesCount': { articlesCount: 13, isPersonal: true },
  })
  const live = () => sockets.find(({ path }) => path === '/live')
  await expect.poll(live).toBeDefined()
  live()?.receive({ type: 'notification' })
  await expectText(main.getByRole('link', { name: /Personal/ }), '13')
  await expectText(main.getByRole('link', { name: /Drafts/ }), '4')
})

it('names the counts in the small sidebar too, and how many meetings there are', async () => {
  await openPage('/workspaces', {
    session: aSession({ personalWorkspaceShortId: 'personal2' }),
    answers: {
      'draft.count': { draftsCount: 3 },
      'meeting.count': { count: 2 },
      'workspace.articlesCount': { articlesCount: 12, isPersonal: true },
    },
  })
  const main = page.getByRole('navigation', { name: 'Main' })
  await expectText(main.getByRole('link', { name: /Meetings/ }), '2')
  await person.click(button('Collapse sidebar'))
  for (const name of ['Personal (12)', 'Meetings (2)', 'Drafts (3)'])
    await expectVisible(main.getByRole('link', { name, exact: true }))
})

it('fetches the counts again every 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { server } = await openPage('/', {
    session: aSession({ personalWorkspaceShortId: 'personal2' }),
    answers: { 'workspace.articlesCount': { articlesCount: 12, isPersonal: true } },
  })
  const counts = () =>
    (['workspace.articlesCount', 'draft.count', 'meeting.count'] as const).map((name) => server.requests(name).length)
  await expect.poll(() => Math.min(...counts())).toBeGreaterThan(0)
  const before = counts()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(counts()).toEqual(before)
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.poll(() => counts().every((count, index) => count > (before[index] ?? 0))).toBe(true)
})

it('opens the sign-in page as soon as the live socket finds that the session has ended', async () => {
  const { server, sockets } = await openPage('/drafts', {
    session: ines,
    answers: { 'session.providers': { providers: [] } },
  })
  const live = () => sockets.find(({ path }) => path === '/live')
  await expect.poll(live).toBeDefined()
  server.answer({ 'session.ticket': refuse('not_signed_in') })
  live()?.close(closeCodes.error, 'Please sign in')
  await expect.poll(() => location.pathname).toMatch(/^\/login/)
  await expectVisible(button('Sign in'))
})

it('keeps the chosen theme and sidebar width', async () => {
  const { reload } = await openPage('/', { session: ines })
  await person.click(button('Ines Okafor, user menu'))
  await person.click(page.getByRole('menuitemradio', { name: 'Dark' }))
  await person.press('Escape')
  await person.click(button('Collapse sidebar'))
  reload()
  await expectVisible(button('Expand sidebar'))
  expect(scheme()).toBe('dark')
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).element().clientWidth).toBe(60)
})

it('follows the system theme until another is chosen', async () => {
  const { open } = await openPage('/', { session: ines })
  await person.seeColors('dark')
  await expect.poll(scheme).toBe('dark')
  await person.seeColors('light')
  await expect.poll(scheme).toBe('light')
  await person.click(button('Ines Okafor, user menu'))
  await person.click(page.getByRole('menuitemradio', { name: 'Dark' }))
  await expect.poll(scheme).toBe('dark')
  await person.seeColors('light')
  open('/drafts')
  await expectVisible(heading('Drafts'))
  expect(scheme()).toBe('dark')
})

it('redirects legacy URLs to the present ones', async () => {
  const { open, server } = await openPage('/browse/runbooks/some-article', { session: ines })
  await expectVisible(home)
  server.answer({ 'sharedBrowse.open': refuse('shared_not_found') })
  open('/browseShared/sharedArticle/abc')
  await expectVisible(heading("The shared article hasn't been found."))
  expect(currentUrl()).toBe('/b/shared/abc')
  open('/no/such/page')
  await expectVisible(heading('Page not found'))
})

it('reports that the device is offline, until it is back', async () => {
  await openPage('/', { session: ines })
  await expectVisible(home)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expectVisible('You’re offline. Your changes are kept on this device.')
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expectGone(page.getByText('You’re offline.'))
})

it('opens the admin panel for super admins only', async () => {
  await openPage('/admin/companies', { session: ines })
  await expectVisible(home)
})

it('opens the admin panel for a super admin without a company', async () => {
  const operator = aSession({ isSuperAdmin: true, company: null, role: null, hasLeftCompany: true })
  operator.user.abilities.seeAdmin = true
  await openPage('/admin/companies', {
    session: operator,
    answers: {
      'admin.countJobs': { count: 0, isEstimate: false, failed: 0, failedNames: [] },
      'admin.searchCompanies': { companies: [], count: 0 },
    },
  })
  await expectVisible("You don't have any companies yet.")
  expect(location.pathname).toBe('/admin/companies')
})

it('fits the long name of a company into the user menu of a phone', async () => {
  const title = 'Brightmeter Measuring Instruments and Gateways GmbH & Co. KG'
  await openPage('/', { ...phone, session: aSession({ company: aCompany({ title }) }) })
  await person.click(button(/user menu$/))
  await expectVisible(page.getByRole('menu'))
  await expect.poll(() => page.getByRole('menu').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(0)
  expect(page.getByRole('menu').element().getBoundingClientRect().right).toBeLessThanOrEqual(phone.width)
})

it('leaves the header visible above the menu of a low phone', async () => {
  await openPage('/', { width: 390, height: 400 })
  await person.click(button('Menu', { exact: true }))
  await expectVisible(dialog('Menu').getByRole('link', { name: 'Workspaces' }))
  await expect.poll(() => Math.round(dialog('Menu').element().getBoundingClientRect().top)).toBe(60)
})

it('navigates everywhere by the menu of a phone, where the tree is the page', async () => {
  const workspace = aWorkspace({ id: 'runbooks', title: 'Support runbooks' })
  const articles = ['Restart a gateway', 'Call the carrier'].map((title, at) =>
    aTreeEntry({ id: `article-${at}`, title }),
  )
  const order = articles.map(({ id }) => ({ value: id, items: [] }))
  await openPage('/', {
    ...phone,
    session: aSession({ company: aCompany({ title: 'Halden Systems' }) }),
    answers: {
      ...workspaceAnswers([{ ...workspace, order }], articles),
      'article.get': ({ params }) => {
        const entry = articles.find(({ id }) => id === params.id)
        return { article: buildArticle({ ...entry, isDraft: false, workspace: { ...workspace } }) }
      },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  const burger = button('Menu', { exact: true })
  await person.click(burger)
  await expectText(dialog('Menu'), 'Halden Systems')
  await person.press('Escape')
  await expectGone(dialog('Menu'))
  await expect.element(burger).toHaveFocus()
  await person.click(burger)
  await person.click(dialog('Menu').getByRole('link', { name: 'Workspaces' }))
  await expectGone(dialog('Menu'))
  await person.click(link('Support runbooks'))
  await expectVisible(heading('Support runbooks', 1))
  await person.click(page.getByRole('treeitem', { name: 'Call the carrier' }))
  await expectVisible(heading('Call the carrier', 1))
  await person.click(button('Support runbooks'))
  await person.click(dialog('Support runbooks').getByRole('treeitem', { name: 'Restart' }))
  await expectVisible(heading('Restart a gateway', 1))
  await expectGone(dialog())
})
