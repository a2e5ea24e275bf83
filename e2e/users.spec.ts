import type { Page } from '@playwright/test'
import { listen, look } from './look.ts'
import { expect, password, test, type Company } from './people.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const says = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** The radio of a segment is hidden under its label. */
const choose = (page: Page, list: string) =>
  page
    .locator('label')
    .filter({ hasText: new RegExp(`^${list}`) })
    .click()

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
}

async function fillNewcomer(page: Page, newcomer: { firstName: string; lastName: string; email: string }) {
  await dialog(page).getByLabel('First Name').fill(newcomer.firstName)
  await dialog(page).getByLabel('Last Name').fill(newcomer.lastName)
  await dialog(page).getByLabel('Email').fill(newcomer.email)
}

/** Reads the address that is told once, and closes its dialog. */
async function takeAddress(page: Page): Promise<string> {
  // The dialog that asked for it may still be on its way out.
  const told = dialog(page).filter({ has: page.getByLabel('Address') })
  const address = await told.getByLabel('Address').inputValue()
  await told.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  return address
}

let emails = 0
const newEmail = () => `newcomer-${Date.now()}-${++emails}@brightmeter.example`

test('an owner invites a person, who joins by the address of the invitation', async ({ page, foundCompany }) => {
  const { owner } = await foundCompany({ title: 'Brightmeter' })
  const email = newEmail()
  const users = await owner.open('/settings/users')
  await users.getByRole('button', { name: 'Invite a user' }).click()
  await says(users, 'The invitation is valid for 14 days.')
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, 'First name can no be lesser than 2 words!')
  await says(users, 'Last name can no be lesser than 2 words!')
  await fillNewcomer(users, { firstName: 'Katarzyna', lastName: 'Nowak-Zielińska', email: owner.email })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, `${owner.name} already uses this address.`)
  await dialog(users).getByLabel('Email').fill(email)
  await dialog(users).getByLabel('User Manager').check()
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, /No mail leaves this installation/)
  const address = await takeAddress(users)

  await choose(users, 'Invited')
  await expect(row(users, 'Katarzyna Nowak-Zielińska')).toContainText('User Manager')

  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Join Brightmeter' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Katarzyna')
  await page.getByLabel('Last name').fill('Nowak')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()

  await users.goto('/settings/users')
  await expect(row(users, 'Katarzyna Nowak')).toContainText('User Manager')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your home page' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})

test('inviting again, copying a new link and withdrawing end the former address', async ({ page, foundCompany }) => {
  const { owner } = await foundCompany()
  const email = newEmail()
  const users = await owner.open('/settings/users')
  await users.getByRole('button', { name: 'Invite a user' }).click()
  await fillNewcomer(users, { firstName: 'Noor', lastName: 'Haddad', email })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  const first = await takeAddress(users)
  await users.goto('/settings/users?list=invited')
  await openMenu(users, 'Noor Haddad')
  await users.getByRole('menuitem', { name: 'Copy a new link' }).click()
  const second = await takeAddress(users)
  expect(second).not.toBe(first)
  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto(second)
  await expect(page.getByLabel('First name')).toHaveValue('Noor')
  await openMenu(users, 'Noor Haddad')
  await users.getByRole('menuitem', { name: 'Withdraw' }).click()
  await dialog(users).getByRole('button', { name: 'Withdraw' }).click()
  await says(users, 'Nobody has an open invitation.')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible()
})

test('who has an account joins with its password, and at once where signed in', async ({ page, foundCompany }) => {
  const { owner } = await foundCompany({ title: 'Brightmeter' })
  const other = await foundCompany({ title: 'Halden Systems' })
  const users = await owner.open('/settings/users')
  const invite = async (email: string) => {
    await users.getByRole('button', { name: 'Invite a user' }).click()
    await fillNewcomer(users, { firstName: 'Some', lastName: 'Body', email })
    await dialog(users).getByRole('button', { name: 'Save' }).click()
    return takeAddress(users)
  }
  const colleague = await other.join({ firstName: 'Priya', lastName: 'Raghunathan' })
  await page.goto(await invite(colleague.email))
  await says(page, 'This address has an account already. Sign in with its password to join.')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in and join' }).click()
  await says(page, 'The password is not right')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in and join' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()

  const signedIn = await other.owner.open(await invite(other.owner.email))
  await says(signedIn, 'You are signed in with this address.')
  await signedIn.getByRole('button', { name: 'Join Brightmeter' }).click()
  await expect(signedIn.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  await users.reload()
  await expect(row(users, 'Priya Raghunathan')).toContainText('Team Member')
})

test('an owner creates a person, with a password and without', async ({ page, foundCompany }) => {
  const company = await foundCompany()
  const users = await company.owner.open('/settings/users')
  const open = () => users.getByRole('button', { name: 'Create a user' }).click()
  const email = newEmail()
  await open()
  await fillNewcomer(users, { firstName: 'Sara', lastName: 'Lund', email })
  await dialog(users).getByLabel('Password', { exact: true }).fill(password)
  await dialog(users).getByLabel('Confirm').fill('something else')
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, 'Passwords do not match')
  await dialog(users).getByLabel('Confirm').fill(password)
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, 'User has been successfully created')
  await expect(row(users, 'Sara Lund')).toContainText('–')

  await open()
  await fillNewcomer(users, { firstName: 'Omar', lastName: 'Said', email: newEmail() })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await page.goto(await takeAddress(users))
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()

  const stranger = await foundCompany()
  await open()
  await fillNewcomer(users, { firstName: 'Not', lastName: 'Mine', email: stranger.owner.email })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, 'An account with this email already exists. Invite this person instead.')
  await dialog(users)
    .getByRole('button', { name: `Invite ${stranger.owner.email}` })
    .click()
  await expect(dialog(users).getByRole('heading', { name: 'Invite a user' })).toBeVisible()
  await expect(dialog(users).getByLabel('Email').last()).toHaveValue(stranger.owner.email)
})

test('roles, deactivating, activating and removing', async ({ foundCompany }) => {
  const company = await foundCompany()
  const person = await company.join({ firstName: 'Aiko', lastName: 'Tanaka' })
  const users = await company.owner.open('/settings/users')
  const theirs = await person.open('/workspaces')

  await users.getByRole('button', { name: 'Role of Aiko Tanaka: Team Member' }).click()
  await users.getByRole('menuitem', { name: 'Administrator' }).click()
  await expect(users.getByRole('button', { name: 'Role of Aiko Tanaka: Administrator' })).toBeVisible()

  await openMenu(users, 'Aiko Tanaka')
  await users.getByRole('menuitem', { name: 'Deactivate' }).click()
  await says(users, /Aiko Tanaka is signed out of .* everywhere/)
  await dialog(users).getByRole('button', { name: 'Deactivate' }).click()
  await says(users, 'The user is deactivated successfully')
  await expect(row(users, 'Aiko Tanaka')).toBeHidden()
  await expect(async () => {
    await theirs.goto('/workspaces')
    await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 6000 })

  await choose(users, 'Deactivated')
  await openMenu(users, 'Aiko Tanaka')
  await users.getByRole('menuitem', { name: 'Activate', exact: true }).click()
  await says(users, 'The user is activated successfully')
  await expect(row(users, 'Aiko Tanaka')).toContainText('Active')

  await openMenu(users, 'Aiko Tanaka')
  await users.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog(users).getByRole('button', { name: 'Remove' }).click()
  await says(users, 'Account successfully deleted')
  await expect(row(users, 'Aiko Tanaka')).toBeHidden()
})

test('the owner hands the company over and is an administrator then', async ({ foundCompany }) => {
  const company = await foundCompany()
  await company.join({ firstName: 'Aiko', lastName: 'Tanaka' })
  const users = await company.owner.open('/settings/users')
  await users.getByRole('button', { name: /^Role of Aiko Tanaka/ }).click()
  await users.getByRole('menuitem', { name: 'Owner' }).click()
  await dialog(users).getByRole('button', { name: 'Hand over' }).click()
  await says(users, 'Aiko Tanaka is now Owner')
  await expect(row(users, 'Aiko Tanaka')).toContainText('Owner')
  await expect(users.getByRole('button', { name: /^Role of Aiko Tanaka/ })).toHaveCount(0)
  await expect(row(users, company.owner.name)).toContainText('Administrator')
})

test('a user manager sees only what they may do; a team member has no such page', async ({ foundCompany }) => {
  const company = await foundCompany()
  await company.join({ role: 'admin', firstName: 'Priya', lastName: 'Raghunathan' })
  await company.join({ firstName: 'Aiko', lastName: 'Tanaka' })
  const manager = await company.join({ role: 'moderator', firstName: 'Tomasz', lastName: 'Wiśniewski' })
  const page = await manager.open('/settings/users')
  await expect(row(page, 'Tomasz Wiśniewski')).toContainText('(you)')
  await expect(page.getByRole('button', { name: /^Role of/ })).toHaveCount(1)
  await page.getByRole('button', { name: /^Role of Aiko Tanaka/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['User Manager', 'Team Member'])
  await page.keyboard.press('Escape')
  await openMenu(page, 'Aiko Tanaka')
  await expect(page.getByRole('menuitem')).toHaveText(['Copy email', 'Deactivate'])
  await page.keyboard.press('Escape')
  await openMenu(page, 'Priya Raghunathan')
  await expect(page.getByRole('menuitem')).toHaveText(['Copy email'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite a user' }).click()
  await expect(dialog(page).getByRole('radio')).toHaveCount(2)

  const member = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const home = await member.open('/settings/users')
  await expect(home.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})

test('search ignores case and whitespace; filters, order and page stand in the address', async ({ foundCompany }) => {
  const company = await foundCompany()
  await manyColleagues(company)
  const page = await company.owner.open('/settings/users')
  await expect(page.getByText('1–20 of 25')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('21–25 of 25')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('  COLLEAGUE seven ')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox').fill('nobody at all')
  await says(page, 'There are no matching results')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Role: all' }).click()
  await page.getByRole('menuitem', { name: 'Administrator' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText('Colleague two')
})

const widths = [1440, 820, 390, 360]
const wide = { viewport: { width: 1440, height: 900 } }

test('the lists of users can be read by everybody, at every width, in both themes', async ({ foundCompany }) => {
  const company = await foundCompany()
  await manyColleagues(company)
  await company.join({ status: 'deactivated', firstName: 'Henrik', lastName: 'Sørensen' })
  const users = await company.owner.open('/settings/users', wide)
  const complaints = listen(users)
  await expect(row(users, 'Colleague one')).toBeVisible()
  expect(await look(users, { name: 'users', widths })).toEqual([])
  await users.setViewportSize(wide.viewport)
  await choose(users, 'Deactivated')
  await expect(row(users, 'Henrik Sørensen')).toBeVisible()
  expect(await look(users, { name: 'users-deactivated', widths: [1440, 360] })).toEqual([])
  expect(complaints).toEqual([])
})

test('the dialogs of users can be read by everybody, at every width, in both themes', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const users = await owner.open('/settings/users', wide)
  const complaints = listen(users)
  const part = '[role="dialog"]'
  await users.getByRole('button', { name: 'Create a user' }).click()
  await dialog(users).getByLabel('Confirm').waitFor()
  expect(await look(users, { name: 'users-create', widths, part })).toEqual([])
  await users.keyboard.press('Escape')
  await expect(dialog(users)).toBeHidden()

  await users.setViewportSize(wide.viewport)
  await users.getByRole('button', { name: 'Invite a user' }).click()
  await fillNewcomer(users, { firstName: 'Katarzyna', lastName: 'N', email: newEmail() })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, 'Last name can no be lesser than 2 words!')
  expect(await look(users, { name: 'users-invite', widths, part })).toEqual([])
  await dialog(users).getByLabel('Last Name').fill('Nowak')
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await dialog(users).getByLabel('Address').waitFor()
  expect(await look(users, { name: 'users-address', widths: [1440, 360], part })).toEqual([])
  expect(complaints).toEqual([])
})

test('invitations can be read by everybody, at every width, in both themes', async ({ page, foundCompany }) => {
  const { owner } = await foundCompany({ title: 'Brightmeter' })
  const users = await owner.open('/settings/users?list=invited', wide)
  await users.getByRole('button', { name: 'Invite a user' }).first().click()
  await fillNewcomer(users, { firstName: 'Katarzyna', lastName: 'Nowak-Zielińska', email: newEmail() })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  const address = await takeAddress(users)
  await expect(row(users, 'Katarzyna Nowak-Zielińska')).toBeVisible()
  expect(await look(users, { name: 'users-invited', widths })).toEqual([])

  const complaints = listen(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Join Brightmeter' })).toBeVisible()
  expect(await look(page, { name: 'invited-sign-up', widths })).toEqual([])
  expect(complaints).toEqual([])
  // The browser itself tells the console of the refusal.
  await page.goto(`${address}x`)
  await expect(page.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible()
  expect(await look(page, { name: 'invited-sign-up-ended', widths: [1440, 360] })).toEqual([])
})

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** With the owner they are 25, two of them administrators. */
async function manyColleagues(company: Company): Promise<void> {
  for (let index = 0; index < 24; index++) {
    await company.join({
      firstName: 'Colleague',
      lastName: index < 8 ? (numbers[index] ?? '') : `number ${index + 1}`,
      role: index < 2 ? 'admin' : 'user',
    })
  }
}
