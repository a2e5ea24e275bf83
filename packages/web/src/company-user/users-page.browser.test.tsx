import { expect, it } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { openPage } from '../../test/open-page.tsx'
import { refuseField } from '../../test/fake-server.ts'
import { anInvitation, userAnswers } from '../../test/people-answers.ts'
import {
  button,
  dialog,
  expectGone,
  expectVisible,
  expectText,
  heading,
  menuItem,
  person,
  row,
  texts,
  toast,
} from '../../test/person.ts'
import { aCompanyUser, aSession } from '../../test/samples.ts'

/** The radio of a segment is hidden below its label. */
const segment = (name: string): Locator => page.getByText(name).first()
const openMenu = (name: string) => person.click(button(`Actions for ${name}`))
const save = () => person.click(dialog().getByRole('button', { name: 'Save' }))
const ines = () =>
  aCompanyUser({ id: 'me', firstName: 'Ines', lastName: 'Okafor', role: 'owner', email: 'ines@brightmeter.example' })
const aiko = (change = {}) => aCompanyUser({ id: 'aiko', firstName: 'Aiko', lastName: 'Tanaka', ...change })

async function fillNewcomer(newcomer: { firstName: string; lastName: string; email: string }) {
  // A dialog that has just opened is about to take the focus.
  await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true)
  await person.fill(dialog().getByLabelText('First Name'), newcomer.firstName)
  await person.fill(dialog().getByLabelText('Last Name'), newcomer.lastName)
  await person.fill(dialog().getByLabelText('Email'), newcomer.email)
}

/** Reads the link that is shown once, and closes its dialog. */
async function readAddressOnce(): Promise<string> {
  const shown = page.getByRole('textbox', { name: 'Address' })
  await expectVisible(shown)
  const { value } = shown.element() as HTMLInputElement
  await person.click(dialog().filter({ has: shown }).getByRole('button', { name: 'Close' }).last())
  await expectGone(dialog())
  return value
}

it('shows whose invitation email was refused', async () => {
  const invited = [
    anInvitation({ email: 'pavel@brightmeter.example' }),
    anInvitation({ email: 'nobody@brightmeter.example', isMailRefused: true }),
  ]
  await openPage('/settings/users', { answers: userAnswers({ users: [ines()], invited }) })
  await person.click(segment('Invited'))
  await expectText(row('nobody@brightmeter.example'), 'Email refused')
  await expect.element(row('pavel@brightmeter.example')).not.toHaveTextContent('Email refused')
})

it('validates an invitation, shows its link if no email can be sent, and lists it', async () => {
  const { server } = await openPage('/settings/users', { answers: userAnswers({ users: [ines()] }) })
  await person.click(button('Invite a user'))
  await expectVisible('The invitation is valid for 14 days.')
  await save()
  await expectVisible('Please enter a valid email')
  await fillNewcomer({ firstName: 'K', lastName: 'N', email: 'katarzyna@brightmeter.example' })
  await save()
  await expectVisible('First name can no be lesser than 2 words!')
  await expectVisible('Last name can no be lesser than 2 words!')
  await fillNewcomer({ firstName: 'Katarzyna', lastName: 'Nowak-Zielińska', email: 'ines@brightmeter.example' })
  await save()
  await expectVisible('Ines Okafor already uses this address.')
  await person.fill(dialog().getByLabelText('Email'), 'katarzyna@brightmeter.example')
  await person.click(dialog().getByLabelText('User Manager'))
  await save()
  await expectVisible(/Email isn’t set up/)
  expect(await readAddressOnce()).toBe(`${location.origin}/signup/link-1`)
  expect(server.requests('invitation.invite').at(-1)?.body).toMatchObject({
    firstName: 'Katarzyna',
    lastName: 'Nowak-Zielińska',
    email: 'katarzyna@brightmeter.example',
    role: 'moderator',
  })
  await person.click(segment('Invited'))
  await expectText(row('Katarzyna Nowak-Zielińska'), 'User Manager')
})

it('creates a new link for an invitation, and withdraws it', async () => {
  await openPage('/settings/users', { answers: userAnswers({ users: [ines()] }) })
  await person.click(button('Invite a user'))
  await fillNewcomer({ firstName: 'Noor', lastName: 'Haddad', email: 'noor@brightmeter.example' })
  await save()
  const first = await readAddressOnce()
  await person.click(segment('Invited'))
  await openMenu('Noor Haddad')
  await person.click(menuItem('Copy a new link'))
  expect(await readAddressOnce()).not.toBe(first)
  await openMenu('Noor Haddad')
  await person.click(menuItem('Withdraw'))
  await person.click(dialog().getByRole('button', { name: 'Withdraw' }))
  await expectVisible('No open invitations.')
})

it('creates a person with a password', async () => {
  const { server } = await openPage('/settings/users', { answers: userAnswers({ users: [ines()] }) })
  await person.click(button('Create a user'))
  await fillNewcomer({ firstName: 'Sara', lastName: 'Lund', email: 'sara@brightmeter.example' })
  await person.fill(dialog().getByLabelText('Password', { exact: true }), 'a sentence to remember')
  await person.fill(dialog().getByLabelText('Confirm'), 'something else')
  await save()
  await expectVisible('Passwords do not match')
  expect(server.requests('companyUser.create')).toEqual([])
  await person.fill(dialog().getByLabelText('Password', { exact: true }), '')
  await person.fill(dialog().getByLabelText('Confirm'), 'a sentence to remember')
  await expectGone(page.getByText('Passwords do not match'))
  await save()
  await expectVisible('Passwords do not match')
  expect(server.requests('companyUser.create')).toEqual([])
  await person.fill(dialog().getByLabelText('Password', { exact: true }), 'a sentence to remember')
  await save()
  await expectVisible('User has been successfully created')
  await expectText(row('Sara Lund'), '–')
})

it('creates a person without a password and shows the link to set one', async () => {
  await openPage('/settings/users', { answers: userAnswers({ users: [ines()] }) })
  await person.click(button('Create a user'))
  await fillNewcomer({ firstName: 'Omar', lastName: 'Said', email: 'omar@brightmeter.example' })
  await save()
  expect(await readAddressOnce()).toBe(`${location.origin}/signup/link-1`)
})

it('offers an invitation if the email address has an account elsewhere', async () => {
  const words = 'An account with this email already exists. Invite this person instead.'
  const { server } = await openPage('/settings/users', { answers: userAnswers({ users: [ines()] }) })
  server.answer({ 'companyUser.create': refuseField('email_taken', 'email', words) })
  await person.click(button('Create a user'))
  await fillNewcomer({ firstName: 'Not', lastName: 'Mine', email: 'stranger@halden.example' })
  await save()
  await expectVisible(words)
  await person.click(dialog().getByRole('button', { name: 'Invite stranger@halden.example' }))
  await expectVisible(dialog().getByRole('heading', { name: 'Invite a user' }))
  await expect.element(dialog().getByLabelText('Email').last()).toHaveValue('stranger@halden.example')
})

it('changes roles, deactivates, activates and removes', async () => {
  const { server } = await openPage('/settings/users', { answers: userAnswers({ users: [ines(), aiko()] }) })
  await person.click(button('Role of Aiko Tanaka: Team Member'))
  await person.click(menuItem('Administrator'))
  await expectVisible(button('Role of Aiko Tanaka: Administrator'))

  await openMenu('Aiko Tanaka')
  await person.click(menuItem('Deactivate'))
  await expectVisible(/Aiko Tanaka is signed out of .* everywhere/)
  await person.click(dialog().getByRole('button', { name: 'Deactivate' }))
  await expectVisible(toast('The user is deactivated successfully'))
  await expectGone(row('Aiko Tanaka'))

  await person.click(segment('Deactivated'))
  await openMenu('Aiko Tanaka')
  await person.click(menuItem('Activate', { exact: true }))
  await expectVisible(toast('The user is activated successfully'))
  await expectText(row('Aiko Tanaka'), 'Active')

  await openMenu('Aiko Tanaka')
  await person.click(menuItem('Remove'))
  await person.click(dialog().getByRole('button', { name: 'Remove' }))
  await expectVisible(toast('Account successfully deleted'))
  await expectGone(row('Aiko Tanaka'))
  expect(server.requests('companyUser.setRole').map(({ body }) => body.role)).toEqual(['admin'])
  expect(server.requests('companyUser.setStatus').map(({ body }) => body.status)).toEqual(['deactivated', 'active'])
  expect(server.requests('companyUser.remove').map(({ params }) => params.id)).toEqual(['aiko'])
})

it('transfers the ownership of the company, and shows the former owner as an administrator', async () => {
  const roles = { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin', 'owner'] as const }
  const users = [ines(), aiko({ abilities: { ...roles, roles: [...roles.roles] } })]
  const nothing = { setStatus: false, remove: false, roles: [] }
  const { server } = await openPage('/settings/users', { answers: userAnswers({ users }) })
  server.answer({
    'companyUser.setRole': () => {
      users.splice(0, 2, { ...ines(), role: 'admin' }, aiko({ role: 'owner', abilities: nothing }))
      return { user: aiko({ role: 'owner', abilities: nothing }) }
    },
  })
  await person.click(button(/^Role of Aiko Tanaka/))
  await person.click(menuItem('Owner'))
  await person.click(dialog().getByRole('button', { name: 'Transfer ownership' }))
  await expectVisible(toast('Aiko Tanaka is now Owner'))
  await expectText(row('Aiko Tanaka'), 'Owner')
  await expectGone(button(/^Role of Aiko Tanaka/))
  await expectText(row('Ines Okafor'), 'Administrator')
})

it('offers a user manager only what the server allows them', async () => {
  const nothing = { setStatus: false, remove: false, roles: [] }
  const tomasz = { id: 'me', firstName: 'Tomasz', lastName: 'Wiśniewski' }
  await openPage('/settings/users', {
    session: aSession({ ...tomasz, role: 'moderator' }),
    answers: userAnswers({
      newcomerRoles: ['user', 'moderator'],
      users: [
        aCompanyUser({ ...tomasz, role: 'moderator', abilities: nothing }),
        aCompanyUser({ firstName: 'Priya', lastName: 'Raghunathan', role: 'admin', abilities: nothing }),
        aiko({ abilities: { setStatus: true, remove: false, roles: ['moderator', 'user'] } }),
      ],
    }),
  })
  const items = () => texts(page.getByRole('menuitem'))
  await expectText(row('Tomasz Wiśniewski'), '(you)')
  await expect.poll(() => button(/^Role of/).length).toBe(1)
  await person.click(button(/^Role of Aiko Tanaka/))
  await expect.poll(items).toEqual(['User Manager', 'Team Member'])
  await person.press('Escape')
  await openMenu('Aiko Tanaka')
  await expect.poll(items).toEqual(['Copy email', 'Deactivate'])
  await person.press('Escape')
  await openMenu('Priya Raghunathan')
  await expect.poll(items).toEqual(['Copy email'])
  await person.press('Escape')
  await person.click(button('Invite a user'))
  await expect.poll(() => dialog().getByRole('radio').length).toBe(2)
})

it('redirects team members home', async () => {
  await openPage('/settings/users', { session: aSession({ role: 'user' }) })
  await expectVisible(heading('How can I help?'))
})

it('searches ignoring case and whitespace, and keeps filters, order and page in the URL', async () => {
  const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  const colleagues = Array.from({ length: 24 }, (_, at) =>
    aCompanyUser({
      firstName: 'Colleague',
      lastName: numbers[at] ?? `number ${at + 1}`,
      role: at < 2 ? 'admin' : 'user',
    }),
  )
  const { reload } = await openPage('/settings/users', { answers: userAnswers({ users: [ines(), ...colleagues] }) })
  await expectVisible('1–20 of 25')
  await person.click(button('Next page'))
  await expectVisible('21–25 of 25')
  expect(new URL(location.href).searchParams.get('page')).toBe('2')
  await person.fill(page.getByRole('searchbox', { name: 'Search by name or email' }), '  COLLEAGUE seven ')
  await expect.poll(() => page.getByRole('row').length).toBe(2)
  await person.fill(page.getByRole('searchbox'), 'nobody at all')
  await expectVisible('There are no matching results')
  await person.click(button('Clear filters'))
  await person.click(button('Role: all'))
  await person.click(menuItem('Administrator'))
  await expect.poll(() => page.getByRole('row').length).toBe(3)
  await person.click(button('Name', { exact: true }))
  reload()
  await expectText(page.getByRole('row').nth(1), 'Colleague two')
})
