import type { Page } from '@playwright/test'
import { watchForInjection } from '../support/injection-checks.ts'
import { findEmailLink } from '../support/mailbox.ts'
import { expect, password, test } from '../support/people.ts'

async function signUp(page: Page, email: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('van der Heijden-Achterberg')
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Company name').fill('Brightmeter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
}

const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

test('a newcomer signs up, gets a home page and a personal workspace, logs out and signs in again', async ({
  page,
}) => {
  const email = `noor.${Date.now()}@brightmeter.example`
  const faults = await watchForInjection(page)
  await signUp(page, email)

  await page.getByRole('link', { name: 'Workspaces', exact: true }).click()
  await expect(page.getByRole('link', { name: 'My Private Workspace' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Brightmeter' })).toBeVisible()
  await page.getByRole('link', { name: 'Personal' }).click()
  await expect(page.getByRole('heading', { name: 'Personal', level: 1 })).toBeVisible()
  await expect(page.getByText("You don't have any articles in this workspace.")).toBeVisible()

  await page.getByRole('button', { name: 'Noor van der Heijden-Achterberg, user menu' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText('Brightmeter', { exact: true })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  expect(await addressOf(page)).toBe('/')
  expect(
    faults.filter((fault) => fault.includes('policy')),
    'the pages attempt nothing that the content security policy refuses',
  ).toEqual([])
})

test('one click after signing up, a newcomer writes in the workspace of the company', async ({ page }) => {
  await signUp(page, `writer.${Date.now()}@brightmeter.example`)
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  const title = page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toBeFocused()
  await page.keyboard.type('Read a meter')
  await page.keyboard.press('Enter')
  const text = page.getByRole('textbox', { name: 'Note', exact: true })
  await expect(text).toBeFocused()
  await page.keyboard.type('Open the cover first.')
  await expect(text).toHaveText('Open the cover first.')
  await expect(page.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Brightmeter')
  // Only what is reported as saved lasts.
  await expect(page.getByText(/^Saved /).first()).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('Read a meter')
  await expect(text).toContainText('Open the cover first.')
})

test('a forgotten password is reset with a one-use link', async ({ page, createCompany, server, browser }) => {
  const { owner } = await createCompany()
  const elsewhere = await owner.open('/')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill('not an address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await page.getByLabel('Email').fill(owner.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const link = await findEmailLink(server, owner.email, 'Set a new password')
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The password needs at least 8 characters')).toBeVisible()
  await page.getByLabel('New password').fill('a sentence quite new')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  expect(await addressOf(page)).toBe('/')
  await expect(async () => {
    await elsewhere.goto('/drafts')
    await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 1500 })
  }).toPass()

  const later = await browser.newPage({ baseURL: server.baseURL })
  await later.goto(link)
  await later.getByLabel('New password').fill('a sentence quite new')
  await later.keyboard.press('Enter')
  await expect(later.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await later.getByRole('link', { name: 'Send a new link' }).click()
  await expect(later.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await later.close()
})

/** The server rechecks the identity of a session after one second. */
const openUntil = (page: Page, heading: string) =>
  expect(async () => {
    await page.goto('/workspaces')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 1500 })
  }).toPass()

test('a deactivated person, or one whose company is deactivated, is informed and can only log out @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany({ title: 'Halden Systems' })
  const jonas = await company.join()
  const page = await jonas.open('/')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()

  await db.updateTable('companies').set({ is_activated: false }).where('id', '=', company.id).execute()
  await openUntil(page, 'Halden Systems is deactivated')
  await expect(page.getByText('Please contact your administrator.')).toBeVisible()
  await db.updateTable('companies').set({ is_activated: true }).where('id', '=', company.id).execute()
  await openUntil(page, 'Workspaces')

  await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', jonas.id).execute()
  await openUntil(page, 'Your account is deactivated')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
