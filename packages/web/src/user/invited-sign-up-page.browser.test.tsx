import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, type Answers } from '../../test/fake-server.ts'
import { memberAnswers, openPage } from '../../test/open-page.tsx'
import { button, expectVisible, field, heading, link, person } from '../../test/person.ts'
import { aSession, type Session } from '../../test/samples.ts'

const password = 'a sentence to remember'
const passwordField = page.getByLabelText('Password', { exact: true })
const home = heading('How can I help?')
const invited = {
  email: 'katarzyna@brightmeter.example',
  firstName: 'Katarzyna',
  lastName: 'Nowak-Zielińska',
  company: { id: 'brightmeter', title: 'Brightmeter', logo: null },
  marketingUrl: null as string | null,
  isRegistered: false,
  isYou: false,
}

const openInvitation = (change: Partial<typeof invited> = {}, session: Session | null = null, answers: Answers = {}) =>
  openPage('/signup/a-token-of-twenty-letters', {
    session,
    answers: {
      'invitation.get': { ...invited, ...change },
      'invitation.accept': ({ body }) =>
        change.isRegistered && !change.isYou && body.password !== password
          ? refuse('wrong_credentials', { error: 'Wrong password' })
          : { token: 'token', user: aSession().user },
      'session.providers': { providers: [] },
      ...memberAnswers(aSession()),
      ...answers,
    },
  })

it('creates an account with the names from the invitation, which can be edited', async () => {
  const { server } = await openInvitation()
  await expectVisible(heading('Join Brightmeter'))
  await expect.element(field('First name')).toHaveValue('Katarzyna')
  await person.fill(field('Last name'), 'Nowak')
  await person.fill(passwordField, password)
  await person.click(button('Create account and join'))
  await expectVisible(home)
  expect(server.requests('invitation.accept').map(({ body }) => body)).toEqual([
    { firstName: 'Katarzyna', lastName: 'Nowak', password },
  ])
})

it('asks people who have an account for its password', async () => {
  await openInvitation({ isRegistered: true })
  await expectVisible('This address already has an account. Sign in with its password to join.')
  await person.fill(passwordField, 'not the password')
  await person.click(button('Sign in and join'))
  await expectVisible('Wrong password')
  await person.fill(passwordField, password)
  await person.click(button('Sign in and join'))
  await expectVisible(home)
})

it('needs only a click if the email address is signed in', async () => {
  await openInvitation({ isRegistered: true, isYou: true }, aSession())
  await expectVisible(/^You’re signed in with this address/)
  await person.click(button('Join Brightmeter'))
  await expectVisible(home)
})

it('reports that an invitation is no longer valid, and links guests to sign-in and members to home', async () => {
  const ended: Answers = { 'invitation.get': refuse('invitation_ended') }
  await openInvitation({}, null, ended)
  await expectVisible(heading('This invitation is no longer valid'))
  await expectVisible(link('Sign in'))
  await openInvitation({}, aSession(), ended)
  await person.click(link('Go to your home page'))
  await expectVisible(home)
})

it('also reports an invitation that ended while the form was open', async () => {
  const { server } = await openInvitation()
  await expectVisible(heading('Join Brightmeter'))
  server.answer({ 'invitation.accept': refuse('invitation_ended'), 'invitation.get': refuse('invitation_ended') })
  await person.fill(passwordField, password)
  await person.click(button('Create account and join'))
  await expectVisible(heading('This invitation is no longer valid'))
})

it('lets a person who was created without a password set one by the link', async () => {
  const { server } = await openPage('/password-reset/a-token', {
    session: null,
    answers: {
      'account.resetPassword': { token: 'token' },
      ...memberAnswers(aSession()),
    },
  })
  await person.fill(field('New password'), password)
  await person.click(button('Save and sign in'))
  await expectVisible(home)
  expect(server.requests('account.resetPassword').map(({ body }) => body)).toEqual([{ token: 'a-token', password }])
})

it('opens the website of the provider from the logo only where the company is paid', async () => {
  await openInvitation({ marketingUrl: 'https://www.knowreel.example/' })
  const website = link('Knowreel website')
  await expect.element(website).toHaveAttribute('href', 'https://www.knowreel.example/')
  await expect.element(website).toHaveAttribute('target', '_blank')
  await openInvitation()
  await expectVisible(link('Knowreel, home'))
})
