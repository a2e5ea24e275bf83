/** A page at the own host of the company “Halden”. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse, refuse, type Answers } from '../../test/fake-server.ts'
import { catchNavigation, enableCompanyHosts, memberAnswers, openPage } from '../../test/open-page.tsx'
import { button, expectGone, expectVisible, field, heading, link, person } from '../../test/person.ts'
import { aCompany, aSession, type Session } from '../../test/samples.ts'

const halden = aCompany({ id: 'halden', title: 'Halden', slug: 'halden' })
const website = 'https://www.knowreel.example/'
const company = { id: 'halden', title: 'Halden', slug: 'halden', domain: null, logo: null }
const home = heading('How can I help?')

const openAtHalden = (address: string, session: Session | null, answers: Answers = {}) =>
  openPage(address, {
    session,
    hostSlug: 'halden',
    answers: {
      'company.bySlug': { company, marketingUrl: website },
      'session.providers': { providers: [] },
      ...answers,
    },
  })

/** Works in another company at the moment. */
function elsewhere(domain: string | null = null): Session {
  return aSession({ company: aCompany({ title: 'Nordlys', slug: 'nordlys', domain }) })
}

it('shows guests whose sign-in page it is; its logo leads to the website', async () => {
  const { server } = await openAtHalden('/meetings', null)
  await expectVisible(page.getByRole('banner').getByText('Halden'))
  await expectVisible(field('Email'))
  await expect.element(link('Knowreel website')).toHaveAttribute('href', website)
  expect(server.requests('company.bySlug')[0]?.params).toEqual({ slug: 'halden' })
})

it('keeps the logo of the other pages for guests', async () => {
  await openAtHalden('/password-reset', null)
  await expectVisible(page.getByRole('banner').getByText('Halden'))
  await expectGone(link('Knowreel website'))
})

it('lets guests sign in while the company could not be loaded', async () => {
  await openAtHalden('/login', null, { 'company.bySlug': refuse('internal') })
  await expectVisible(field('Email'))
  await expectGone(page.getByText('Halden'))
})

it('opens the page for people who work in the company', async () => {
  await openAtHalden('/', aSession({ company: halden }))
  await expectVisible(home)
})

it('switches people who work in another company to it, at the requested page', async () => {
  const session = elsewhere()
  const caught = catchNavigation('/drafts')
  const { server } = await openAtHalden(
    '/drafts',
    { ...session, companies: [...session.companies, halden] },
    { 'company.switch': { token: 'at halden', address: null } },
  )
  await expect.poll(() => caught).toEqual(['/drafts'])
  expect(server.requests('company.switch').map(({ params }) => params.id)).toEqual(['halden'])
  await expectGone(heading('Drafts'))
})

it('offers to switch again when that failed', async () => {
  const session = elsewhere()
  const caught = catchNavigation('/drafts')
  const { server } = await openAtHalden(
    '/drafts',
    { ...session, companies: [...session.companies, halden] },
    { 'company.switch': noResponse() },
  )
  await expectVisible('The company could not be opened.')
  server.answer({ 'company.switch': { token: 'at halden', address: null } })
  await person.click(button('Try again'))
  await expect.poll(() => caught).toEqual(['/drafts'])
})

it('says that people are no members, and leads to their own company', async () => {
  const deactivated = { ...halden, status: 'deactivated' as const }
  const session = elsewhere('nordlys.example.org')
  const { server } = await openAtHalden('/', { ...session, companies: [...session.companies, deactivated] })
  await expectVisible(/You’re not a member of Halden/)
  await expect
    .element(link(/nordlys\.example\.org/))
    .toHaveAttribute('href', `${location.protocol}//nordlys.example.org/`)
  await expectGone(home)
  expect(server.requests('company.switch')).toEqual([])
})

it('offers only to sign out where the own company has no host', async () => {
  await openAtHalden('/', elsewhere(), { 'company.bySlug': refuse('internal') })
  await expectVisible(/You’re not a member of this company/)
  await expectVisible(button('Log Out'))
  await expectGone(link(/^Go to/))
})

it.each([
  ['guests', null],
  ['members of another company', elsewhere()],
])('says to %s that no company uses a host, and leads to the installation', async (_, session) => {
  enableCompanyHosts()
  await openAtHalden('/', session, { 'company.bySlug': refuse('not_found') })
  await expectVisible(`No company uses the address ${location.host}`)
  await expect.element(link(/^Go to/)).toHaveAttribute('href', `${location.protocol}//${location.host}/`)
})

it('shows a shared article to everyone, whatever company they work in', async () => {
  const { server } = await openAtHalden('/b/shared/abcdefgh', elsewhere(), {
    'company.bySlug': refuse('not_found'),
    'sharedBrowse.open': refuse('shared_not_found'),
  })
  await expectVisible("The shared article hasn't been found.")
  await expect.poll(() => server.requests('sharedBrowse.open').length).toBeGreaterThan(0)
})

it('lets the link with which an operator logs in start its session, though they are no member', async () => {
  const owner = aSession({ firstName: 'Henrik', company: halden })
  const { server } = await openAtHalden('/login/one-use', elsewhere(), {
    'session.logIn': () => {
      server.answer(memberAnswers(owner))
      return { token: 'of-the-owner', ...owner }
    },
  })
  await expectVisible(heading('How can I help?'))
  await expectVisible(button(/^Henrik .*user menu$/))
  expect(server.requests('session.logIn').map(({ body }) => body)).toEqual([{ token: 'one-use' }])
})

it('says that people of another company are not members, and logs them out', async () => {
  await openAtHalden('/drafts', elsewhere(), { 'session.logOut': { success: true } })
  await expectVisible(/You’re not a member of Halden/)
  await person.click(button('Log Out'))
  await expectVisible(heading('Sign in'))
  expect(document.cookie).not.toContain('knowreel_token')
})

it('logs out on the page of a link too', async () => {
  const { server } = await openAtHalden('/login/used', elsewhere(), { 'session.logIn': refuse('link_used') })
  await expectVisible(heading('This link didn’t work'))
  await person.click(link('Go to sign in'))
  await expectVisible(/You’re not a member of Halden/)
  server.answer({ 'session.logOut': { success: true } })
  await person.click(button('Log Out'))
  await expectVisible(heading('Sign in'))
  expect(document.cookie).not.toContain('knowreel_token')
})
