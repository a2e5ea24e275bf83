import { expect, test } from '../support/people.ts'

const password = 'a sentence to remember'
const email = `ines.${Date.now()}@halden.example`
const signUpForm = { firstName: 'Ines', lastName: 'Okafor', email, password, companyTitle: 'Halden Systems' }

/** One account for all tests of this file: sign-ups and sign-ins of one email are limited per minute. */
let token = ''
test.beforeAll(async ({ server, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: server.baseURL })
  token = (await (await request.post('/api/signup', { data: signUpForm })).json()).token
  await request.dispose()
})

test('a guest signs in and reaches the requested page', async ({ page }) => {
  await page.goto('/meetings?from=mail')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong email or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Meetings' })).toBeVisible()
  await expect(page).toHaveURL(/\/meetings\?from=mail$/)
})

test('a session token in a URL is ignored', async ({ page, context }) => {
  await page.goto(`/meetings?token=${encodeURIComponent(token)}&from=mail`)
  await expect(page.getByRole('heading', { name: 'This link didn’t work' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
})
