/** A recording that a person makes in the page: of a tab, with their camera and voice. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { buildWorkspace, grantWorkspaceRole } from '../packages/server/src/workspace/workspace.builder.ts'
import { checkScreen } from './support/check-screen.ts'
import { killBrowser } from './support/kill-browser.ts'
import { expect, test, type Person } from './support/people.ts'

/** The tab that is recorded: a number that grows, on a changing colour. */
const counter = `<title>Meter counter</title><body style="font: 200px monospace"><script>
  let count = 0
  setInterval(() => {
    document.body.textContent = ++count
    document.body.style.background = 'hsl(' + count * 7 % 360 + ' 80% 70%)'
  }, 50)
</script>`

const profiles: string[] = []
const makeProfile = () => {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'knowreel-profile-'))
  profiles.push(profile)
  return profile
}
test.afterEach(() => {
  for (const profile of profiles.splice(0)) rmSync(profile, { recursive: true, force: true })
})

/** A browser with a camera, a microphone and, if wanted, a tab to record; storage outlives it. */
async function openBrowser(
  profile: string,
  url: string,
  person: Person,
): Promise<{ context: BrowserContext; page: Page }> {
  const options = test.info().project.use.launchOptions
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [
      ...(options?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--auto-accept-camera-and-microphone-capture',
      '--auto-select-tab-capture-source-by-title=Meter counter',
    ],
    ignoreDefaultArgs: ['--mute-audio'],
    viewport: { width: 1280, height: 800 },
    baseURL: url,
  })
  await context.addCookies([{ name: 'knowreel_token', value: person.token, url }])
  const page = context.pages()[0] ?? (await context.newPage())
  return { context, page }
}

const dialog = (page: Page) => page.getByRole('dialog')
const controls = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true })

/** Screens are looked at by the soak tests only. */
const check: typeof checkScreen = async (page, screen) => (process.env.SOAK ? checkScreen(page, screen) : [])

/** '0:07' in milliseconds. */
const msOf = (time: string | null): number => {
  const [minutes = 0, seconds = 0] = (time ?? '').split(':').map(Number)
  return (minutes * 60 + seconds) * 1000
}

const answerOf = async (page: Page, person: Person, address: string) =>
  (await page.request.get(`/api${address}`, { headers: { authorization: `Bearer ${person.token}` } })).json()

/** Opens the dialog from a workspace and chooses the tab. */
async function chooseTab({ context, page }: { context: BrowserContext; page: Page }, address: string, title: string) {
  const tab = await context.newPage()
  await tab.setContent(counter)
  await page.bringToFront()
  await page.goto(address)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  await dialog(page)
    .getByRole('button', { name: /Start recording/ })
    .click()
  await expect(dialog(page).getByLabel('Title')).toHaveValue(/^Recording of /)
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Support runbooks' }).click()
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  await dialog(page).getByRole('button', { name: 'Choose what to record' }).first().click()
  await expect(dialog(page).getByText('Preview')).toBeVisible()
}

test('a tab is recorded with camera and voice, divided, and watched by a colleague', async ({
  db,
  server,
  createCompany,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const reader = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const browser = await openBrowser(makeProfile(), server.baseURL, company.owner)
  const { page } = browser
  await chooseTab(browser, `/b/${workspace.shortId}`, 'Restart the modem')
  await dialog(page).getByRole('combobox', { name: 'Camera' }).click()
  await page.getByRole('option').nth(1).click()
  await expect(dialog(page).locator('video')).toHaveCount(2)
  expect(await check(page, { name: 'record-choose', widths: [1440, 820, 390], selector: '[role=dialog]' })).toEqual([])

  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  await expect(page.getByRole('dialog', { name: /Recording starts in/ })).toBeVisible()
  const started = performance.now()
  await page.keyboard.press('Space')
  await expect(page, 'the draft exists while it is being recorded').toHaveURL(/\/draft\/[a-z0-9]{10}$/)
  const id = page.url().split('/').at(-1) ?? ''
  await expect(page.getByRole('heading', { name: 'Recording has been started!' })).toBeVisible()
  const stop = controls(page).getByRole('button', { name: /^Stop at/ })
  await expect(stop).toHaveText(/0:(0[2-9]|[1-5]\d)/, { timeout: 20_000 })
  await controls(page).getByRole('button', { name: 'New paragraph' }).click()
  await page.getByRole('textbox', { name: 'Name of the paragraph' }).fill('Check the lamp')
  await page.keyboard.press('Enter')
  await controls(page).getByRole('button', { name: 'Pause' }).click()
  const resume = controls(page).getByRole('button', { name: 'Resume' })
  await expect(resume).toBeVisible()
  const pausedAt = performance.now()
  const paused = await stop.textContent()
  expect(await check(page, { name: 'record-bar', widths: [1440, 820, 390] })).toEqual([])
  await page.waitForTimeout(3000)
  await expect(stop).toHaveText(paused ?? '')
  const resumedAt = performance.now()
  await resume.click()
  await expect(stop).toHaveText(/0:(0[4-9]|[1-5]\d)/, { timeout: 20_000 })
  const recorded = msOf(await stop.textContent())
  await stop.click()
  const longest = pausedAt - started + performance.now() - resumedAt

  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Check the lamp').first()).toBeVisible()
  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page).toHaveURL(/\/b\/.+\/restart-the-modem/)
  const address = new URL(page.url()).pathname
  const { article } = await answerOf(page, company.owner, `/article/${id}`)
  expect(article.paragraphs).toHaveLength(2)
  expect(article.duration, 'the pause is not in it').toBeLessThan(longest + 500)
  expect(article.duration, 'nothing is missing').toBeGreaterThan(recorded - 1000)
  await browser.context.close()

  const theirs = await reader.open(address)
  await theirs.getByRole('button', { name: 'Play the video' }).click()
  const position = theirs.getByRole('slider', { name: 'Position' })
  await expect
    .poll(async () => Number(await position.getAttribute('aria-valuenow')), { timeout: 30_000 })
    .toBeGreaterThan(1)
})

test('after the browser was killed, the recording is offered and loses at most its last seconds @soak', async ({
  db,
  server,
  createCompany,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const profile = makeProfile()
  const first = await openBrowser(profile, server.baseURL, company.owner)
  await chooseTab(first, `/b/${workspace.shortId}`, 'Wire the gateway')
  await dialog(first.page).getByRole('button', { name: 'Start recording' }).click()
  const stop = controls(first.page).getByRole('button', { name: /^Stop at/ })
  await expect(stop).toHaveText(/0:(0[5-9]|[1-5]\d)/, { timeout: 30_000 })
  const recorded = msOf(await stop.textContent())
  killBrowser(profile)
  await first.context.close().catch(() => undefined)

  const second = await openBrowser(profile, server.baseURL, company.owner)
  await second.page.goto('/')
  const offer = second.page.getByRole('dialog', { name: /^Finish the recording of \d\d:\d\d \(\d+ s\)$/ })
  await expect(offer).toBeVisible({ timeout: 30_000 })
  expect(
    await check(second.page, { name: 'record-recovery', widths: [1440, 820, 390], selector: '[role=dialog]' }),
  ).toEqual([])
  await offer.getByRole('button', { name: 'Finish recording' }).click()
  await expect(second.page).toHaveURL(/\/draft\/[a-z0-9]{10}$/)
  await expect(second.page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 60_000 })
  const id = second.page.url().split('/').at(-1) ?? ''
  const { article } = await answerOf(second.page, company.owner, `/draft/${id}`)
  expect(article.title).toBe('Wire the gateway')
  expect(article.duration, 'at most two seconds are missing').toBeGreaterThan(recorded - 2000)
  await second.context.close()
})

test('a recording is inserted at the play head of an existing one @soak', async ({ db, server, createCompany }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const browser = await openBrowser(makeProfile(), server.baseURL, company.owner)
  const { page } = browser
  await chooseTab(browser, `/b/${workspace.shortId}`, 'Restart the modem')
  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  const stop = controls(page).getByRole('button', { name: /^Stop at/ })
  await expect(stop).toHaveText(/0:(0[3-9]|[1-5]\d)/, { timeout: 20_000 })
  await stop.click()
  const editor = page.getByRole('region', { name: 'Video editor' })
  await expect(editor).toBeVisible({ timeout: 60_000 })
  const id = page.url().split('/').at(-1) ?? ''
  const before = (await answerOf(page, company.owner, `/draft/${id}`)).article.duration

  await editor.getByRole('button', { name: 'Insert recording' }).click()
  await dialog(page).getByText('Record', { exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Choose what to record' }).first().click()
  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  await expect(stop).toHaveText(/0:(0[3-9]|[1-5]\d)/, { timeout: 20_000 })
  await expect(controls(page).getByRole('button', { name: 'New paragraph' })).toBeHidden()
  await stop.click()
  await expect(page.getByText('The recording was inserted')).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => (await answerOf(page, company.owner, `/draft/${id}`)).article.duration, { timeout: 15_000 })
    .toBeGreaterThan(before + 2000)
  const { article } = await answerOf(page, company.owner, `/draft/${id}`)
  expect([article.paragraphs.length, article.videos.length]).toEqual([1, 2])
  await browser.context.close()
})
