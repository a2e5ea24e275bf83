import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../test/fake-server.ts'
import { catchNavigation, enableCompanyHosts, memberAnswers, openPage } from '../../test/open-page.tsx'
import { button, dialog, expectVisible, field, heading, person } from '../../test/person.ts'
import { aCompany, aSession } from '../../test/samples.ts'

const password = 'a sentence to remember'
const passwordField = page.getByLabelText('Password', { exact: true })

const openSignUp = (session = aSession()) =>
  openPage('/signup', {
    session: null,
    answers: {
      'account.signUp': ({ body }) =>
        body.email === 'ines@halden.example' ? refuse('email_taken') : { token: 'token', user: session.user },
      'session.providers': { providers: [] },
      ...memberAnswers(session),
    },
  })

it('reports missing values at their fields, and keeps the others', async () => {
  const { server } = await openSignUp()
  await person.fill(field('First name'), 'Ines')
  await person.fill(field('Work email'), 'ines@')
  await person.fill(field('Company name'), 'Ha')
  await person.fill(passwordField, 'short')
  await person.click(button('Create account'))
  await expectVisible('Please fill in this field')
  await expectVisible('Please enter a valid email')
  await expectVisible('Invalid company name')
  await expectVisible('The password needs at least 8 characters')
  await expect.element(field('Last name')).toHaveFocus()
  await expect.element(field('First name')).toHaveValue('Ines')
  expect(server.requests('account.signUp')).toEqual([])
})

it('reports a taken email address at its field, and leads home with another one', async () => {
  await openSignUp()
  await person.fill(field('First name'), 'Ines')
  await person.fill(field('Last name'), 'Okafor')
  await person.fill(field('Work email'), 'ines@halden.example')
  await person.fill(field('Company name'), 'Halden Systems')
  await person.fill(passwordField, password)
  await person.click(button('Create account'))
  await expectVisible('An account with this email already exists')
  await person.fill(field('Work email'), 'new.ines@halden.example')
  await person.press('Enter')
  await expectVisible(heading('How can I help?'))
})

it.each([
  ['shares the cookie', '/', '/'],
  ['needs a one-use token', '/login/once/-/halden-id', '/login/once/-/halden-id/%2F'],
])('leads to the host of the new company, which %s', async (_, path, expected) => {
  enableCompanyHosts()
  const host = `http://halden.${location.host}`
  const caught = catchNavigation(expected)
  const company = aCompany({ id: 'halden-id', domain: `halden.${location.host}` })
  const { server } = await openSignUp(aSession({ company }))
  server.answer({ 'company.switch': { token: 'token', address: host + path } })
  await person.fill(field('First name'), 'Ines')
  await person.fill(field('Last name'), 'Okafor')
  await person.fill(field('Work email'), 'new.ines@halden.example')
  await person.fill(field('Company name'), 'Halden Systems')
  await person.fill(passwordField, password)
  await person.press('Enter')
  await expect.poll(() => caught).toEqual([host + expected])
  expect(server.requests('company.switch').map(({ params }) => params.id)).toEqual(['halden-id'])
})

it('accepts people without a company, and asks them to create one', async () => {
  const { server } = await openSignUp(aSession({ company: null, role: null }))
  await person.fill(field('First name'), 'Noor')
  await person.fill(field('Last name'), 'Aydın')
  await person.fill(field('Work email'), 'alone@brightmeter.example')
  await person.fill(passwordField, password)
  await person.click(button('Create account'))
  await expectVisible(dialog().getByLabelText('Company name'))
  expect(server.requests('account.signUp').map(({ body }) => body.companyTitle)).toEqual([undefined])
})
