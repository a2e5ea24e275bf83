/** Signing in by every method, and listing and ending sessions. */
import type { Page } from '@playwright/test'
import { buildMember } from '../../packages/server/src/company/company.builder.ts'
import { authenticatorApp } from '../../packages/server/src/user/second-factor/authenticator-app.fixture.ts'
import { issueOneUseToken } from '../../packages/server/src/user/index.ts'
import { startOidcServer, type OidcServer } from '../../packages/server/src/user/social/oidc-server.fixture.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, password, test, type Person } from '../support/people.ts'
import { startServer, type RunningServer } from '../support/server.ts'

const widths = [1440, 820, 390, 360]
const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)

async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Turns the second factor on; returns authenticator codes and the recovery codes. */
async function setUpTwoFactor(page: Page) {
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Wrong password')).toBeVisible()
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const codeOf = authenticatorApp(secret)
  const problems = await checkScreen(page, {
    name: 'two-factor-set-up',
    widths: [1440, 390],
    selector: '[role=dialog]',
  })
  await dialog.getByLabel('Enter the six-digit code from the app').fill(codeOf(0))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'recovery-codes', widths: [390], selector: '[role=dialog]' })))
  const recoveryCodes = await dialog.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(dialog).toBeHidden()
  expect(problems).toEqual([])
  return { codeOf, recoveryCodes }
}

test('with a second factor, a password alone does not sign in', async ({ createCompany, page }) => {
  const { owner } = await createCompany()
  const home = await owner.open('/')
  const { codeOf, recoveryCodes } = await setUpTwoFactor(home)
  expect(recoveryCodes).toHaveLength(10)
  await expect(home.getByText('10 recovery codes left')).toBeVisible()

  await page.goto('/login')
  await fillSignIn(page, owner.email)
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible()
  await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await checkScreen(page, { name: 'second-factor', widths })).toEqual([])
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong code')).toBeVisible()
  // A code works only once, and the next one is accepted, too: neither ends while it is typed.
  await page.getByLabel('Code').fill(codeOf(1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()

  // Otherwise the app would leave for its own sign-in page in the meantime.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login/-/-/-/%2Fdrafts')
  await fillSignIn(page, owner.email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible()
  await page.goto('/settings/profile')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
})

test('devices are listed, and signed out one by one or all together @soak', async ({ createCompany }) => {
  const { owner } = await createCompany()
  const mine = await owner.open('/settings/profile')
  const complaints = collectConsoleErrors(mine)
  const [lost, forgotten] = [await signInAnew(mine, owner), await signInAnew(mine, owner)]
  await mine.reload()
  const devices = mine.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByText('This device')).toBeVisible()
  await expect(devices.getByText('Chromium on Linux').first()).toBeVisible()
  const problems = await checkScreen(mine, { name: 'signed-in-devices', widths })
  const before = await devices.getByRole('listitem').count()
  await devices
    .getByRole('button', { name: /^Sign out C/ })
    .first()
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(before - 1)
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  for (const page of [lost, forgotten]) {
    await expect(async () => {
      await page.goto('/drafts')
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 1500 })
    }).toPass({ timeout: 10_000 })
  }
  await mine.goto('/drafts')
  await expect(mine.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible()
  expect([...problems, ...complaints]).toEqual([])
})

async function signInAnew(beside: Page, person: Person): Promise<Page> {
  const browser = beside.context().browser()
  if (browser === null) throw new Error('There is no browser')
  const page = await browser.newPage({ baseURL: new URL(beside.url()).origin })
  await page.goto('/login')
  await fillSignIn(page, person.email)
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  return page
}

test('a used or unknown link leads to the sign-in page @soak', async ({ page }) => {
  for (const address of ['/login/made-up', '/?token=made-up', '/#/login/made-up', '/drafts?token=made-up&page=2']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This link didn’t work' })).toBeVisible()
    expect(await pathOf(page)).toMatch(/^\/login\/made-up/)
    await page.goto('about:blank')
  }
  await page.goto('/login/made-up')
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a link starts a new session in the company it names and opens its target page @soak', async ({
  createCompany,
  db,
}) => {
  const [first, second] = [
    await createCompany({ title: 'Halden Systems' }),
    await createCompany({ title: 'Brightmeter' }),
  ]
  const guest = await first.join({ firstName: 'Mara' })
  await buildMember(db, second, { user: guest })
  const page = await first.owner.open('/')
  const link = () => issueOneUseToken(db, { purpose: 'log-in', userId: guest.id, lifetimeMs: 60_000 })
  await page.goto(`/login/${await link()}/-/${second.id}/%2Fdrafts`)
  await expect(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible()
  expect(await pathOf(page)).toBe('/drafts')
  await page.getByRole('button', { name: `${guest.name}, user menu` }).click()
  await expect(page.getByRole('menuitem', { name: 'Brightmeter' })).toHaveAttribute('aria-current', 'true')

  await page.goto(`/drafts?page=1&token=${await link()}`)
  await expect(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible()
  expect(await pathOf(page)).not.toContain('token')
  await page.goto('about:blank')
  await page.goto(`/#/login/${await link()}/-/${first.id}`)
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  await page.getByRole('button', { name: `${guest.name}, user menu` }).click()
  await expect(page.getByRole('menuitem', { name: 'Halden Systems' })).toHaveAttribute('aria-current', 'true')
})

test.describe('with an external provider', () => {
  let oidc: OidcServer
  let server: RunningServer
  test.beforeAll(async () => {
    let callback = ''
    oidc = await startOidcServer(() => callbacks)
    server = await startServer((baseURL) => {
      callback = `${baseURL}/api/login/oidc/callback`
      callbacks.push(callback)
      return {
        OIDC_ISSUER: oidc.issuer,
        OIDC_CLIENT_ID: oidc.clientId,
        OIDC_CLIENT_SECRET: oidc.clientSecret,
        OIDC_NAME: 'Halden single sign-on',
      }
    })
  })
  const callbacks: string[] = []
  test.afterAll(async () => {
    await server.stop()
    await oidc.stop()
  })

  test('people sign in there and return to the requested page', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: server.baseURL })
    const complaints = collectConsoleErrors(page)
    oidc.account = {
      sub: 'noor',
      email: 'noor@halden.example',
      email_verified: true,
      given_name: 'Noor',
      family_name: 'Aydın',
    }
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Continue with Halden single sign-on' })).toBeVisible()
    const problems = await checkScreen(page, { name: 'sign-in-social', widths })
    await page.getByRole('link', { name: 'Continue with Halden single sign-on' }).click()
    await expect(page.getByRole('dialog').getByLabel('Company name')).toBeVisible()
    expect([...problems, ...complaints.filter((line) => !line.includes('403'))]).toEqual([])
    await page.close()
  })

  test('provider errors appear on the sign-in page, in our own words only @soak', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: server.baseURL })
    oidc.account = { sub: 'unverified', email: 'someone@halden.example', email_verified: false }
    await page.goto('/login')
    await page.getByRole('link', { name: 'Continue with Halden single sign-on' }).click()
    await expect(page.getByRole('alert').first()).toHaveText(
      'The sign-in provider has not confirmed your email address',
    )
    expect(await pathOf(page)).toBe('/login')
    expect(await checkScreen(page, { name: 'sign-in-social-failed', widths })).toEqual([])
    await page.goto(`/login/social-fail/${encodeURIComponent('Call 555 and tell your password')}`)
    await expect(page.getByRole('alert').first()).toHaveText('Signing in did not work. Please try again')
    await page.close()
  })
})
