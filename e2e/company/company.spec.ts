import path from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { buildCompany, buildMember } from '../../packages/server/src/company/company.builder.ts'
import { saveIsBillingOn } from '../../packages/server/src/company/company-subscription.queries.ts'
import { embeddedConnection } from '../../packages/server/src/platform/database/embedded-postgres.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { startSession } from '../../packages/server/src/user/index.ts'
import { hashPassword } from '../../packages/server/src/user/sign-in/password.ts'
import { buildUser } from '../../packages/server/src/user/user.builder.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, password, test, type Person } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const widths = [1440, 820, 390, 360]
const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

async function openUserMenu(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: `${person.name}, user menu` }).click()
}

/** Retries while the page is switching from one company to the other. */
async function expectToBeIn(page: Page, person: Person, title: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: title })
  await expect(async () => {
    if (!(await entry.isVisible())) await openUserMenu(page, person)
    await expect(entry).toHaveAttribute('aria-current', 'true', { timeout: 1000 })
  }).toPass({ timeout: 15_000 })
}

test('a person creates a company, is switched to it and switches back @soak', async ({ createCompany }) => {
  const { owner } = await createCompany({ title: 'Halden Systems' })
  const name = `Brightmeter ${Date.now()}`
  const page = await owner.open('/')
  await openUserMenu(page, owner)
  await page.getByRole('menuitem', { name: 'Create a company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a company' })
  await dialog.getByRole('button', { name: 'Create company' }).click()
  await expect(dialog.getByText('The company name is required')).toBeVisible()
  await dialog.getByLabel('Company name').fill('ab')
  await dialog.getByRole('button', { name: 'Create company' }).click()
  await expect(dialog.getByText('Invalid company name')).toBeVisible()
  await dialog.getByLabel('Company name').fill(name)
  await expect(dialog.getByText(`${name.toLowerCase().replace(' ', '-')} is available`)).toBeVisible()
  await dialog.getByLabel('Domain name').fill('Admin')
  await expect(dialog.getByText('Domain name is not available')).toBeVisible()
  await dialog.getByLabel('Domain name').fill('')
  await dialog.getByRole('button', { name: 'Create company' }).click()

  await expect(page.getByText(`Company '${name}' successfully created`)).toBeVisible()
  expect(await addressOf(page)).toBe('/')
  await expectToBeIn(page, owner, name)
  await page.getByRole('menuitem', { name: 'Halden Systems' }).click()
  await expectToBeIn(page, owner, 'Halden Systems')
})

test('another tab never continues with the session of the new company @soak', async ({ db, createCompany }) => {
  const { owner, id } = await createCompany({ title: 'Old company' })
  const other = await buildCompany(db, { title: 'New company' })
  await buildMember(db, other, { user: owner })
  const gone = await buildCompany(db, { title: 'Deactivated me' })
  await buildMember(db, gone, { user: owner, status: 'deactivated' })
  const first = await owner.open('/')
  const second = await first.context().newPage()
  await second.goto('/workspaces')
  await expect(second.getByRole('heading', { name: 'Workspaces' })).toBeVisible()

  /** The sessions that each page of the second tab has sent requests with. */
  const sessions = new Map<string, Set<string>>()
  let pages = 0
  second.on('framenavigated', () => (pages += 1))
  second.on('request', (request) => {
    const by = request.headers()['authorization']
    const page = sessions.get(`${pages}`) ?? new Set()
    if (by) sessions.set(`${pages}`, page.add(by))
  })
  await openUserMenu(first, owner)
  await expect(first.getByRole('menuitem', { name: 'Deactivated me' })).toBeHidden()
  await first.getByRole('menuitem', { name: 'New company' }).click()
  await expect.poll(() => addressOf(second).catch(() => '')).toBe('/')
  await expect(second.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  await expectToBeIn(second, owner, 'New company')
  for (const used of sessions.values()) expect(used.size).toBe(1)
  expect(sessions.size).toBeGreaterThan(0)
  const old = await db.selectFrom('sessions').where('company_id', '=', id).select('expires_at').execute()
  expect(Math.max(...old.map(({ expires_at: end }) => end.getTime()))).toBeLessThan(Date.now() + 61_000)
})

test('a long list of companies has a search field @soak', async ({ db, createCompany }) => {
  const { owner } = await createCompany({ title: 'Company 0' })
  for (let n = 1; n <= 7; n++) {
    const company = await buildCompany(db, { title: n === 7 ? 'Öresund Energi' : `Company ${n}` })
    await buildMember(db, company, { user: owner })
  }
  const page = await owner.open('/')
  await openUserMenu(page, owner)
  await page.getByRole('menuitem', { name: 'Switch company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch company' })
  await expect(dialog.getByRole('listitem')).toHaveCount(8)
  await dialog.getByRole('searchbox').fill('oresund')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  expect(await checkScreen(page, { name: 'switch-company', widths, selector: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Öresund Energi' }).click()
  await expect(dialog).toBeHidden()
  await openUserMenu(page, owner)
  await page.getByRole('menuitem', { name: 'Switch company' }).click()
  await expect(dialog.locator('[aria-current]')).toHaveText(/Öresund Energi/)
})

/** An image like one from a camera: no two pixels are alike, so it does not compress. */
function noisyPng(side: number, alpha: number): Buffer {
  const rows = Buffer.alloc(side * (side * 4 + 1))
  let seed = 7
  for (let at = 0; at < rows.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    rows[at] = at % (side * 4 + 1) === 0 ? 0 : seed >> 16
  }
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) rows[y * (side * 4 + 1) + x * 4 + 4] = alpha
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('an admin changes name and logo; the logo is uploaded scaled down and keeps its transparency @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany({ title: 'Halden Systems' })
  const admin = await company.join({ role: 'admin' })
  const page = await admin.open('/settings/company')
  const complaints = collectConsoleErrors(page)
  await expect(page.getByText('Active people')).toBeVisible()
  await expect(page.getByText(company.owner.email)).toBeVisible()
  const pick = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('[data-logo-input]').setInputFiles({ name, mimeType, buffer })
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Company successfully updated')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await page
      .getByRole('button', { name: 'Close' })
      .first()
      .click()
      .catch(() => undefined)
  }
  const stored = async () => {
    const { logo } = await db
      .selectFrom('companies')
      .where('id', '=', company.id)
      .select('logo')
      .executeTakeFirstOrThrow()
    const shown = page.getByAltText('Company logo')
    await expect(shown).toHaveAttribute('src', /^\/files\//)
    const answer = await page.request.get((await shown.getAttribute('src')) ?? '')
    return { logo: logo ?? '', size: (await answer.body()).length }
  }

  await pick('logo.svg', 'image/svg+xml', Buffer.from('<svg/>'))
  await expect(page.getByText('Not allowed file format')).toBeVisible()
  await pick('large.png', 'image/png', Buffer.alloc(1_000_001))
  await expect(page.getByText('File size should be less than 1MB')).toBeVisible()
  await pick('broken.png', 'image/png', Buffer.from('no picture'))
  await expect(page.getByText('Not allowed file format')).toBeVisible()

  await pick('logo.png', 'image/png', noisyPng(400, 255))
  await page.getByLabel('Company name').fill('Halden Meters')
  await save()
  const opaque = await stored()
  expect(opaque.logo).toMatch(/\.jpg$/)
  expect(opaque.size).toBeLessThanOrEqual(60_000)

  await pick('logo.png', 'image/png', noisyPng(200, 128))
  await save()
  expect((await stored()).logo).toMatch(/\.png$/)
  expect(await checkScreen(page, { name: 'company-profile', widths })).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Remove' }).click()
  await save()
  await expect(page.getByAltText('Company logo')).toBeHidden()
  expect(complaints).toEqual([])
})

test('the pages of these states explain what to do, and look right @soak', async ({ db, createCompany }) => {
  const company = await createCompany({ title: 'Halden Systems' })
  const user = await company.join()
  const other = await buildCompany(db, { title: 'Brightmeter' })
  await buildMember(db, other, { user })
  const set = (state: object) => db.updateTable('companies').set(state).where('id', '=', company.id).execute()

  // As with a payment provider.
  await saveIsBillingOn(db, true)
  await set({ is_billing: true })
  const page = await user.open('/')
  await expect(page.getByText('Your account has been temporarily deactivated.')).toBeVisible()
  await expect(page.getByRole('link', { name: `Contact ${company.owner.name}` })).toHaveAttribute(
    'href',
    `mailto:${company.owner.email}`,
  )
  expect(await checkScreen(page, { name: 'not-paid', widths })).toEqual([])

  await set({ is_activated: false })
  await page.goto('/workspaces')
  await expect(page.getByText('Please contact your administrator.')).toBeVisible()
  expect(await checkScreen(page, { name: 'inactive', widths })).toEqual([])
  const owner = await company.owner.open('/')
  await expect(owner.getByText('Halden Systems is deactivated.')).toBeVisible()
  await expect.poll(() => addressOf(owner)).toBe('/subscription')

  await saveIsBillingOn(db, false)
  await set({ is_activated: true, is_billing: false })
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible({ timeout: 15_000 })

  await set({ is_activated: false })
  await page.goto('/workspaces')
  await page.getByRole('button', { name: 'Brightmeter' }).click()
  await expect(page.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})

test('a deactivated person can create their own company @soak', async ({ db, createCompany }) => {
  const company = await createCompany({ title: 'Halden Systems' })
  const jonas = await company.join()
  await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', jonas.id).execute()
  const page = await jonas.open('/workspaces')
  await expect(page.getByText('An administrator of Halden Systems can activate it again.')).toBeVisible()
  expect(await checkScreen(page, { name: 'user-deactivated', widths })).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  const name = `Weber Consulting ${Date.now()}`
  await page.getByRole('button', { name: 'Create a new company' }).click()
  await page.getByLabel('Company name').fill(name)
  await page.getByRole('button', { name: 'Create company' }).click()
  await expect(page.getByText(`Company '${name}' successfully created`)).toBeVisible()
})

test('without a company, newcomers are asked to create one, and people who lost theirs are informed @soak', async ({
  db,
  browser,
  server,
}) => {
  const user = await buildUser(db)
  const token = await startSession(db, { userId: user.id, companyId: null, userAgent: null })
  const context = await browser.newContext({ baseURL: server.baseURL })
  await context.addCookies([{ name: 'knowreel_token', value: token, url: server.baseURL }])
  const page = await context.newPage()
  const complaints = collectConsoleErrors(page)
  await page.goto('/workspaces')
  const dialog = page.getByRole('dialog', { name: 'Create a company' })
  await expect(dialog).toBeVisible()
  expect(await addressOf(page)).toBe('/')
  expect(await checkScreen(page, { name: 'create-company', widths, selector: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByText('You’re not in a company yet.')).toBeVisible()
  expect(await checkScreen(page, { name: 'home-without-company', widths })).toEqual([])
  // Requests sent before the page knows the membership state are refused; those refusals are expected.
  expect(complaints.filter((text) => !text.includes('403'))).toEqual([])

  await db.updateTable('users').set({ left_company_at: new Date() }).where('id', '=', user.id).execute()
  await page.goto('/')
  await expect(page.getByText('You’re no longer in a company.', { exact: false })).toBeVisible()
  await context.close()
})

test('companies have hosts of their own when the installation is configured for it @soak', async ({ browser }) => {
  test.setTimeout(90_000)
  const server = await startServer((baseURL) => ({ PUBLIC_URL: baseURL, COMPANY_DOMAINS: 'on' }))
  const { port } = new URL(server.baseURL)
  try {
    const { db, close } = openDatabase({
      connection: embeddedConnection(path.join(server.dataDirectory, 'postgres')),
      log: console,
      poolSize: 2,
    })
    const user = await buildUser(db, { passwordHash: await hashPassword(password) })
    const acme = await buildCompany(db, { title: 'Acme Energy', slug: 'acme', owner: user })
    const beta = await buildCompany(db, { title: 'Beta Meters', slug: 'beta' })
    await buildMember(db, beta, { user })
    await buildCompany(db, { title: 'Foreign', slug: 'foreign' })
    await close()

    const context = await browser.newContext()
    const page = await context.newPage()
    const at = (slug: string, path = '/') => `http://${slug}.localhost:${port}${path}`
    await page.goto(at('beta', '/login'))
    await expect(page.getByText('Beta Meters')).toBeVisible()
    expect(await checkScreen(page, { name: 'host-sign-in', widths: [1440, 390] })).toEqual([])
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    const menu = async (title: string) => {
      await page.getByRole('button', { name: /user menu/ }).click()
      await expect(page.getByRole('menuitem', { name: title })).toHaveAttribute('aria-current', 'true')
    }
    await menu('Beta Meters')

    // Switches to the other company's host with a one-use token.
    await page.getByRole('menuitem', { name: acme.title }).click()
    await expect(page).toHaveURL(at('acme'))
    await menu('Acme Energy')
    await page.keyboard.press('Escape')

    await page.goto(at('nobody'))
    await expect(page.getByText(`No company uses the address nobody.localhost:${port}`)).toBeVisible()
    expect(await checkScreen(page, { name: 'host-unknown', widths: [1440, 390] })).toEqual([])
    await page.goto(at('www', '/login'))
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

    // Signing up and signing in at the parent host lead to the host of the company.
    await context.clearCookies()
    await page.goto(`${server.baseURL}/signup`)
    await page.getByLabel('First name').fill('Dora')
    await page.getByLabel('Last name').fill('Lind')
    await page.getByLabel('Work email').fill('dora@works.example')
    await page.getByLabel('Company name').fill('Acme Works')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at('acme-works'))
    await menu('Acme Works')
    await context.clearCookies()
    await page.goto(`${server.baseURL}/login/-/-/-/${encodeURIComponent('/drafts')}`)
    await page.getByLabel('Email').fill('dora@works.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at('acme-works', '/drafts'))
    await context.close()
  } finally {
    await server.stop()
  }
})
