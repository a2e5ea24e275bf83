import type { Page } from '@playwright/test'
import { linkInMail } from './mailbox.ts'
import { expect, password, test } from './people.ts'

const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

test('a newcomer signs up, finds a home with a place to write in, logs out and comes back', async ({ page }) => {
  const email = `noor.${Date.now()}@brightmeter.example`
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('van der Heijden-Achterberg')
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Company name').fill('Brightmeter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()

  await page.getByRole('link', { name: 'Workspaces', exact: true }).click()
  await expect(page.getByRole('link', { name: 'My Private Workspace' })).toBeVisible()
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
})

test('a newcomer without a company has an account all the same, and is asked to found one', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('Aydın')
  await page.getByLabel('Work email').fill(`alone.${Date.now()}@brightmeter.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('dialog').getByLabel('Company name')).toBeVisible()
})

test('a forgotten password is set anew by a link that works once', async ({ page, foundCompany, server, browser }) => {
  const { owner } = await foundCompany()
  const elsewhere = await owner.open('/')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('not an address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await page.getByLabel('Email').fill(owner.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible()

  const link = await linkInMail(server, owner.email, 'Set a new password')
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
  await expect(later.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await later.getByRole('link', { name: 'Send a new link' }).click()
  await expect(later.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await later.close()
})

test('pages of members send guests to sign in; pages of guests send members home', async ({ page, foundCompany }) => {
  for (const address of ['/', '/workspaces', '/workspace/new', '/drafts', '/article/new', '/settings/profile']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Sign in' }), address).toBeVisible()
  }
  const { owner } = await foundCompany()
  const signedIn = await owner.open('/login')
  for (const address of ['/login', '/signup', '/password-reset', '/login/social-fail/no']) {
    await signedIn.goto(address)
    await expect(signedIn.getByRole('heading', { name: 'How can I help?' }), address).toBeVisible()
    expect(await addressOf(signedIn)).toBe('/')
  }
})

test('signing in leads to the place a link names, and never to another site', async ({
  page,
  foundCompany,
  baseURL,
}) => {
  const { owner } = await foundCompany()
  const signInAt = async (address: string) => {
    await page.context().clearCookies()
    await page.goto(address)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  await signInAt('/login/-/-/-/%2Fworkspaces%3Fq%3Drunbooks')
  await expect(page.getByRole('searchbox', { name: 'Search workspaces' })).toHaveValue('runbooks')
  await signInAt(`/login/-/-/-/${encodeURIComponent('//evil.example/drafts')}`)
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  expect(page.url()).toBe(`${baseURL}/`)
})

test('a token that is worth nothing leads to sign in and is not kept', async ({ page, context }) => {
  await page.goto('/drafts?token=worthless')
  await expect(page.getByRole('heading', { name: 'This link did not work' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(page.url()).not.toContain('worthless')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
})

/** The server looks again who somebody is after a second. */
const openUntil = (page: Page, heading: string) =>
  expect(async () => {
    await page.goto('/workspaces')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 1500 })
  }).toPass()

test('who is deactivated, or whose company is, is told so and can only log out', async ({ db, foundCompany }) => {
  const company = await foundCompany({ title: 'Halden Systems' })
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

test('the theme of the system is followed until another is chosen', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/', { colorScheme: 'dark' })
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: `${owner.name}, user menu` }).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/drafts')
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

const laterPages = {
  '/meetings': 'Meetings',
  '/admin/jobs': 'Admin panel',
}

test('pages of later versions are there, say what they will be, and lead back', async ({ foundCompany }) => {
  const { owner } = await foundCompany({ owner: { isSuperAdmin: true } })
  const member = await owner.open('/meetings')
  for (const [address, name] of Object.entries(laterPages)) {
    await member.goto(address)
    await expect(member.getByRole('heading', { name }), address).toBeVisible()
    await expect(member.getByText('This is not in this version of Knowreel yet.')).toBeVisible()
  }
  await member.getByRole('link', { name: 'Back to home' }).click()
  await expect(member.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})

test('the admin panel is for super admins alone', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/admin/companies')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})
