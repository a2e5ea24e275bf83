import type { Page } from '@playwright/test'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, password, test, type Company } from '../support/people.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const says = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** The radio of a segment is hidden under its label. */
const choose = (page: Page, list: string) =>
  page
    .locator('label')
    .filter({ hasText: new RegExp(`^${list}`) })
    .click()

async function fillNewcomer(page: Page, newcomer: { firstName: string; lastName: string; email: string }) {
  await dialog(page).getByLabel('First Name').fill(newcomer.firstName)
  await dialog(page).getByLabel('Last Name').fill(newcomer.lastName)
  await dialog(page).getByLabel('Email').fill(newcomer.email)
}

/** Reads the invitation URL, which is shown only once, and closes its dialog. */
async function readAddressOnce(page: Page): Promise<string> {
  // The dialog that requested it may still be closing.
  const addressDialog = dialog(page).filter({ has: page.getByLabel('Address') })
  const address = await addressDialog.getByLabel('Address').inputValue()
  await addressDialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  return address
}

let emails = 0
const newEmail = () => `newcomer-${Date.now()}-${++emails}@brightmeter.example`

test('an owner invites a person, who joins with the URL of the invitation @soak', async ({ page, createCompany }) => {
  const { owner } = await createCompany({ title: 'Brightmeter' })
  const email = newEmail()
  const users = await owner.open('/settings/users')
  await users.getByRole('button', { name: 'Invite a user' }).click()
  await says(users, 'The invitation is valid for 14 days.')
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, 'Please enter a valid email')
  await fillNewcomer(users, { firstName: 'Katarzyna', lastName: 'Nowak-Zielińska', email: owner.email })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, `${owner.name} already uses this address.`)
  await dialog(users).getByLabel('Email').fill(email)
  await dialog(users).getByLabel('User Manager').check()
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, /Email isn’t set up/)
  const address = await readAddressOnce(users)

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
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your home page' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})

const widths = [1440, 820, 390, 360]
const wide = { viewport: { width: 1440, height: 900 } }

test('the lists of users look right at every width, in both themes @soak', async ({ createCompany }) => {
  const company = await createCompany()
  await manyColleagues(company)
  await company.join({ status: 'deactivated', firstName: 'Henrik', lastName: 'Sørensen' })
  const users = await company.owner.open('/settings/users', wide)
  const complaints = collectConsoleErrors(users)
  await expect(row(users, 'Colleague one')).toBeVisible()
  expect(await checkScreen(users, { name: 'users', widths })).toEqual([])
  await users.setViewportSize(wide.viewport)
  await choose(users, 'Deactivated')
  await expect(row(users, 'Henrik Sørensen')).toBeVisible()
  expect(await checkScreen(users, { name: 'users-deactivated', widths: [1440, 360] })).toEqual([])
  expect(complaints).toEqual([])
})

test('the dialogs of users look right at every width, in both themes @soak', async ({ createCompany }) => {
  const { owner } = await createCompany()
  const users = await owner.open('/settings/users', wide)
  const complaints = collectConsoleErrors(users)
  const part = '[role="dialog"]'
  await users.getByRole('button', { name: 'Create a user' }).click()
  await dialog(users).getByLabel('Confirm').waitFor()
  expect(await checkScreen(users, { name: 'users-create', widths, selector: part })).toEqual([])
  await users.keyboard.press('Escape')
  await expect(dialog(users)).toBeHidden()

  await users.setViewportSize(wide.viewport)
  await users.getByRole('button', { name: 'Invite a user' }).click()
  await fillNewcomer(users, { firstName: 'Katarzyna', lastName: 'N', email: newEmail() })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await says(users, 'Last name can no be lesser than 2 words!')
  expect(await checkScreen(users, { name: 'users-invite', widths, selector: part })).toEqual([])
  await dialog(users).getByLabel('Last Name').fill('Nowak')
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  await dialog(users).getByLabel('Address').waitFor()
  expect(await checkScreen(users, { name: 'users-address', widths: [1440, 360], selector: part })).toEqual([])
  expect(complaints).toEqual([])
})

test('invitations look right at every width, in both themes @soak', async ({ page, createCompany }) => {
  const { owner } = await createCompany({ title: 'Brightmeter' })
  const users = await owner.open('/settings/users?list=invited', wide)
  await users.getByRole('button', { name: 'Invite a user' }).first().click()
  await fillNewcomer(users, { firstName: 'Katarzyna', lastName: 'Nowak-Zielińska', email: newEmail() })
  await dialog(users).getByRole('button', { name: 'Save' }).click()
  const address = await readAddressOnce(users)
  await expect(row(users, 'Katarzyna Nowak-Zielińska')).toBeVisible()
  expect(await checkScreen(users, { name: 'users-invited', widths })).toEqual([])

  const complaints = collectConsoleErrors(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Join Brightmeter' })).toBeVisible()
  expect(await checkScreen(page, { name: 'invited-sign-up', widths })).toEqual([])
  expect(complaints).toEqual([])
  // The browser itself logs the refusal to the console.
  await page.goto(`${address}x`)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
  expect(await checkScreen(page, { name: 'invited-sign-up-ended', widths: [1440, 360] })).toEqual([])
})

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** Together with the owner they are 25, two of them admins. */
async function manyColleagues(company: Company): Promise<void> {
  for (let index = 0; index < 24; index++) {
    await company.join({
      firstName: 'Colleague',
      lastName: index < 8 ? (numbers[index] ?? '') : `number ${index + 1}`,
      role: index < 2 ? 'admin' : 'user',
    })
  }
}
