import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { expect, test } from './server.ts'

const password = 'a sentence to remember'
const email = `ines.${Date.now()}@halden.example`
const signUpForm = { firstName: 'Ines', lastName: 'Okafor', email, password, companyTitle: 'Halden Systems' }

/** One account for all journeys of this file: sign-ups and sign-ins of one address are limited per minute. */
let token = ''
test.beforeAll(async ({ server, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: server.baseURL })
  token = (await (await request.post('/api/signup', { data: signUpForm })).json()).token
  await request.dispose()
})

/** A session of its own, for journeys that end it. */
async function beginSession(request: APIRequestContext): Promise<string> {
  return (await (await request.post('/api/login', { data: { email, password } })).json()).token
}

async function openHome(page: Page, context: BrowserContext, baseURL = '', session = token): Promise<void> {
  await context.addCookies([{ name: 'knowreel_token', value: session, url: baseURL }])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
}

const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

test('signing up asks again for what is missing, at the field, and forgets nothing', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Work email').fill('ines@')
  await page.getByLabel('Company name').fill('Ha')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please fill in this field')).toBeVisible()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(page.getByText('Invalid company name')).toBeVisible()
  await expect(page.getByText('The password needs at least 8 characters')).toBeVisible()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveValue('Ines')
})

test('an address that is taken is said at the email field; with another one signing up leads home', async ({
  page,
}) => {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Company name').fill('Halden Systems')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('An account with this email already exists')).toBeVisible()
  await page.getByLabel('Work email').fill(`new.${email}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})

test('a guest signs in and comes to the page that was asked for', async ({ page }) => {
  await page.goto('/meetings?from=mail')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The email or the password is not right')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Meetings' })).toBeVisible()
  expect(await addressOf(page)).toBe('/meetings?from=mail')
})

test('the token of a session is not taken from an address', async ({ page, context }) => {
  await page.goto(`/meetings?token=${encodeURIComponent(token)}&from=mail`)
  await expect(page.getByRole('heading', { name: 'This link did not work' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
})

test('a session ended elsewhere leads to sign in, and from there back', async ({ page, context, request, baseURL }) => {
  const session = await beginSession(request)
  await openHome(page, context, baseURL, session)
  const authorization = `Bearer ${session}`
  expect((await request.post('/api/user/logout', { headers: { authorization } })).status()).toBe(200)
  await page.goto('/meetings')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Meetings' })).toBeVisible()
})

test('logging out ends the session on the server too', async ({ page, context, request, baseURL }) => {
  const session = await beginSession(request)
  await openHome(page, context, baseURL, session)
  await page.getByRole('button', { name: 'Ines Okafor, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
  expect((await request.get('/api/user/me', { headers: { authorization: `Bearer ${session}` } })).status()).toBe(401)
})

test('keys lead everywhere, unless someone is typing', async ({ page, context, baseURL }) => {
  await openHome(page, context, baseURL)
  await page.keyboard.press('/')
  await page.keyboard.type('can we go?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Search is not in this version yet.')).toBeVisible()
  expect(await addressOf(page)).toBe('/')
  await page.getByRole('heading', { name: 'How can I help?' }).click()

  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: 'Meetings' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Search is not in this version yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(page.getByRole('menuitem', { name: 'Create an article' })).toBeFocused()
})

test('theme and sidebar stay as they were chosen', async ({ page, context, baseURL }) => {
  await openHome(page, context, baseURL)
  await page.getByRole('button', { name: 'Ines Okafor, user menu' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const width = await page.getByRole('navigation', { name: 'Main' }).evaluate((nav) => nav.clientWidth)
  expect(width).toBe(60)
})

test('addresses of the past lead to what they are now', async ({ page, context, baseURL }) => {
  await openHome(page, context, baseURL)
  await page.goto('/browse/runbooks/some-article')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  await page.goto('/browseShared/sharedArticle/abc')
  await expect(page.getByRole('heading', { name: "The shared article hasn't been found." })).toBeVisible()
  expect(await addressOf(page)).toBe('/b/shared/abc')
  await page.goto('/#/meetings')
  await expect(page.getByRole('heading', { name: 'Meetings' })).toBeVisible()
  expect(page.url()).toMatch(/\/meetings$/)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('being offline is said, and so is a failed request', async ({ page, context, baseURL }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('ines@halden.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.route('**/api/login', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').getByText('Connection error')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ines@halden.example')

  await openHome(page, context, baseURL)
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you write is kept here.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
})
