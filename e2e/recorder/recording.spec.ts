/** A recording that a person makes in the page: of a tab, with their camera and voice. */
import type { Page } from '@playwright/test'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { checkScreen } from '../support/check-screen.ts'
import { msOf } from '../support/counted-frames.ts'
import { killBrowser } from '../support/kill-browser.ts'
import { chooseTab, controls, dialog, expect, openBrowser, stopRecording, test } from '../support/page-recorder.ts'
import type { Person } from '../support/people.ts'

/** Screens are looked at by the soak tests only. */
const check: typeof checkScreen = async (page, screen) => (process.env.SOAK ? checkScreen(page, screen) : [])

const answerOf = async (page: Page, person: Person, address: string) =>
  (await page.request.get(`/api${address}`, { headers: { authorization: `Bearer ${person.token}` } })).json()

test('a tab is recorded with camera and voice, divided, and watched by a colleague', async ({
  db,
  server,
  createCompany,
  createProfile,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const reader = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const browser = await openBrowser(createProfile(), server.baseURL, company.owner)
  const { page } = browser
  await chooseTab(browser, {
    address: `/b/${workspace.shortId}`,
    title: 'Restart the modem',
    workspace: 'Support runbooks',
  })
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
  const stop = stopRecording(page)
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
  createProfile,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const profile = createProfile()
  const first = await openBrowser(profile, server.baseURL, company.owner)
  await chooseTab(first, {
    address: `/b/${workspace.shortId}`,
    title: 'Wire the gateway',
    workspace: 'Support runbooks',
  })
  await dialog(first.page).getByRole('button', { name: 'Start recording' }).click()
  const stop = stopRecording(first.page)
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

test('a recording is inserted at the play head of an existing one @soak', async ({
  db,
  server,
  createCompany,
  createProfile,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const browser = await openBrowser(createProfile(), server.baseURL, company.owner)
  const { page } = browser
  await chooseTab(browser, {
    address: `/b/${workspace.shortId}`,
    title: 'Restart the modem',
    workspace: 'Support runbooks',
  })
  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  const stop = stopRecording(page)
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
