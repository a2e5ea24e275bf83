import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, noResponse, refuse } from '../../test/fake-server.ts'
import { catchNavigation, enableCompanyHosts, memberAnswers, openPage } from '../../test/open-page.tsx'
import { button, expectVisible, field, heading, link, menuItem, person } from '../../test/person.ts'
import { aCompany, aSession, aWorkspace } from '../../test/samples.ts'
import { workspaceAnswers } from '../../test/workspace-answers.ts'

const password = 'a sentence to remember'
const session = aSession({ firstName: 'Ines', lastName: 'Okafor' })
const passwordField = page.getByLabelText('Password', { exact: true })
const home = heading('How can I help?')
const currentUrl = () => location.pathname + location.search

/** A guest before a server that knows one account. */
const openAsGuest = (address: string, answers: Answers = {}) =>
  openPage(address, {
    session: null,
    answers: {
      'session.providers': { providers: [] },
      'session.logIn': ({ body }) =>
        'password' in body && body.password === password
          ? { token: 'token', ...session }
          : refuse('password' in body ? 'wrong_credentials' : 'link_used'),
      ...memberAnswers(session),
      ...answers,
    },
  })

async function signIn(): Promise<void> {
  await person.fill(field('Email'), session.user.email)
  await person.fill(passwordField, password)
  await person.press('Enter')
}

it('opens the requested page, and keeps the email after a wrong password', async () => {
  await openAsGuest('/meetings?from=mail')
  await person.fill(field('Email'), session.user.email)
  await person.fill(passwordField, 'not the password')
  await person.press('Enter')
  await expectVisible('Wrong email or password')
  await expect.element(passwordField).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Email')).toHaveValue(session.user.email)
  await person.fill(passwordField, password)
  await person.press('Enter')
  await expectVisible(heading('Meetings'))
  expect(currentUrl()).toBe('/meetings?from=mail')
})

it('opens the destination named in the URL', async () => {
  await openAsGuest(
    '/login/-/-/-/%2Fworkspaces%3Fq%3Drunbooks',
    workspaceAnswers([aWorkspace({ title: 'Support runbooks' })]),
  )
  await signIn()
  await expect.element(page.getByRole('searchbox', { name: 'Search workspaces' })).toHaveValue('runbooks')
})

it('opens the page at the host of the company', async () => {
  enableCompanyHosts()
  const company = aCompany({ domain: `acme.${location.host}` })
  const atAcme = aSession({ company })
  const caught = catchNavigation('/meetings')
  await openAsGuest('/meetings', {
    'session.logIn': { token: 'token', ...atAcme },
    'company.switch': { token: 'token', address: `http://acme.${location.host}/` },
  })
  await signIn()
  await expect.poll(() => caught).toEqual([`http://acme.${location.host}/meetings`])
})

it('stays where the company’s host can’t be opened', async () => {
  enableCompanyHosts()
  const atAcme = aSession({ company: aCompany({ domain: `acme.${location.host}` }) })
  await openAsGuest('/meetings', {
    'session.logIn': { token: 'token', ...atAcme },
    'user.me': atAcme,
    'company.switch': refuse('not_found'),
  })
  await signIn()
  await expectVisible(heading('Meetings'))
})

it('never leads to another site', async () => {
  await openAsGuest(`/login/-/-/-/${encodeURIComponent('//evil.example/drafts')}`)
  await signIn()
  await expectVisible(home)
  expect(currentUrl()).toBe('/')
})

it('leads signed-in people to the destination, never to another site', async () => {
  const { open } = await openPage('/login')
  await expectVisible(home)
  open('/login/-/-/-/%2Fmeetings')
  await expectVisible(heading('Meetings'))
  open(`/login/-/-/-/${encodeURIComponent('//evil.example')}`)
  await expectVisible(home)
  expect(currentUrl()).toBe('/')
})

it('switches signed-in people to the requested company of theirs first', async () => {
  const [current, halden, left] = [
    aCompany({ title: 'Brightmeter' }),
    aCompany({ title: 'Halden Systems' }),
    aCompany({ title: 'Meridian', status: 'deactivated' }),
  ]
  const of = (company: typeof current) => ({ ...aSession({ company }), companies: [current, halden, left] })
  const { server, open } = await openPage(`/login/-/-/${left.id}/%2Fmeetings`, {
    session: of(current),
    answers: {
      'company.switch': () => {
        server.answer({ 'user.me': of(halden) })
        return { token: 'at-halden', address: null }
      },
    },
  })
  await expectVisible(heading('Meetings'))
  open(`/login/-/-/${current.id}/%2Fdrafts`)
  await expectVisible(heading('Drafts'))
  expect(server.requests('company.switch')).toEqual([])
  const atHalden = `/login/-/-/${halden.id}/%2Fmeetings`
  const caught = catchNavigation(atHalden)
  open(atHalden)
  await expect.poll(() => caught).toEqual([atHalden])
  expect(server.requests('company.switch').map(({ params }) => params.id)).toEqual([halden.id])
  expect(document.cookie).toContain('knowreel_token=at-halden')
})

it('prolongs the cookie once a day while the session lives, but not one of another tab', async () => {
  const { reload } = await openPage('/meetings')
  await expectVisible(heading('Meetings'))
  const renewedAt = () => Number(localStorage.getItem('knowreel.session-renewed'))
  await expect.poll(renewedAt).toBeGreaterThan(0)
  const first = renewedAt()
  const written = vi.spyOn(document, 'cookie', 'set')
  try {
    reload()
    await expectVisible(heading('Meetings'))
    expect(renewedAt()).toBe(first)
    const yesterday = String(Date.now() - 25 * 60 * 60 * 1000)
    localStorage.setItem('knowreel.session-renewed', yesterday)
    reload()
    await expect.poll(renewedAt).toBeGreaterThanOrEqual(first)
    expect(written.mock.calls.map(([cookie]) => cookie)).toEqual([
      expect.stringMatching(/^knowreel_token=token; Path=\/; Max-Age=2592000; SameSite=Lax/),
    ])
    localStorage.setItem('knowreel.session-renewed', yesterday)
    document.cookie = 'knowreel_token=of-another-tab; Path=/'
    reload()
    await expectVisible(heading('Meetings'))
    expect(localStorage.getItem('knowreel.session-renewed')).toBe(yesterday)
  } finally {
    written.mockRestore()
    document.cookie = 'knowreel_token=; Path=/; Max-Age=0'
  }
})

it('reports that a link did not work, and keeps nothing of it', async () => {
  await openAsGuest('/login/worthless')
  await expectVisible(heading('This link didn’t work'))
  await person.click(link('Go to sign in'))
  await expect.element(field('Email')).toHaveFocus()
  expect(currentUrl()).not.toContain('worthless')
  await person.click(link('Forgot your password?'))
  await expectVisible(heading('Reset your password'))
  expect(document.cookie).not.toContain('knowreel_token')
})

it('reports that the server is unreachable, and keeps the typed values', async () => {
  const { server } = await openAsGuest('/login')
  server.answer({ 'session.logIn': noResponse() })
  await signIn()
  await expectVisible(page.getByRole('alert').getByText('Connection error'))
  await expect.element(field('Email')).toHaveValue(session.user.email)
})

it('follows a session that was ended elsewhere, and returns to the page', async () => {
  const { server } = await openPage('/meetings', {
    session,
    answers: { 'user.me': refuse('not_signed_in'), 'session.providers': { providers: [] } },
  })
  await expectVisible(heading('Sign in'))
  server.answer({ 'user.me': session, 'session.logIn': { token: 'token', ...session } })
  await signIn()
  await expectVisible(heading('Meetings'))
})

it('follows logging out, which ends the session on the server too', async () => {
  const { server } = await openPage('/', {
    session,
    answers: { 'session.logOut': { success: true }, 'session.providers': { providers: [] } },
  })
  await person.click(button('Ines Okafor, user menu'))
  await person.click(menuItem('Log Out'))
  await expectVisible(heading('Sign in'))
  expect(server.requests('session.logOut')).toHaveLength(1)
  expect(document.cookie).not.toContain('knowreel_token')
})

it.each(['/', '/workspaces', '/workspace/new', '/drafts', '/draft', '/article/new', '/settings/profile'])(
  'is where %s leads guests',
  async (address) => {
    await openAsGuest(address)
    await expectVisible(heading('Sign in'))
  },
)

it.each(['/login', '/signup', '/password-reset', '/login/social-fail/no', '/draft'])(
  'and the other pages of guests, and a draft without an id, lead members home: %s',
  async (address) => {
    await openPage(address)
    await expectVisible(home)
    expect(currentUrl()).toBe('/')
  },
)
