/** The recorder extension in a real Chromium: installed from the server, connected, and recording a tab. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { BrowserContext, Page } from '@playwright/test'
import { countMs, loudnessAt, msOf, readCountedFrames, toneHz } from '../support/counted-frames.ts'
import { startFromPopup } from '../support/extension-browser.ts'
import {
  badgeOf,
  bar,
  countSpooled,
  expect,
  microphoneHz,
  openPopup,
  stopButton,
  test,
} from '../support/extension-test.ts'
import { killBrowser } from '../support/kill-browser.ts'

test('a tab is recorded with its sound and a voice, paused, divided, and published frame by frame', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const { context, page, tab } = await recorders.connect(recorders.createProfile(), server.baseURL, company.owner)
  await startFromPopup(context, tab)
  await tab.getByRole('button', { name: 'Start now' }).click()
  await expect(stopButton(tab)).toHaveText(/0:0[2-9]/, { timeout: 20_000 })
  await tab.getByRole('button', { name: 'Restart the modem' }).click()
  await tab.getByRole('textbox', { name: 'Password of the site' }).fill('typed secret')
  await bar(tab).getByRole('button', { name: 'New paragraph' }).click()
  await tab.getByRole('textbox', { name: 'Name of the paragraph' }).fill('Check the lamp')
  await tab.keyboard.press('Enter')
  await bar(tab).getByRole('button', { name: 'Pause' }).click()
  await expect(bar(tab).getByRole('button', { name: 'Resume' })).toBeVisible()
  // The bar may still be showing the second before the pause.
  await tab.waitForTimeout(1000)
  const paused = await stopButton(tab).textContent()
  await tab.waitForTimeout(1500)
  await expect(stopButton(tab)).toHaveText(paused ?? '')
  await bar(tab).getByRole('button', { name: 'Resume' }).click()
  await expect(stopButton(tab)).toHaveText(/0:0[4-9]/, { timeout: 20_000 })
  const opened = context.waitForEvent('page')
  await stopButton(tab).click()

  const draft = await opened
  await expectDraft(draft)
  await expect(draft.getByText('Check the lamp').first()).toBeVisible()
  await draft.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(draft).toHaveURL(/\/b\//)

  const [video] = await db.selectFrom('videos').selectAll().where('user_id', '=', company.owner.id).execute()
  expect(video?.step_hints.map(({ kind, title, url }) => ({ kind, title, url }))).toEqual([
    { kind: 'navigation', title: 'Meter counter', url: 'https://console.example.org/devices' },
    { kind: 'click', title: 'Restart the modem', url: 'https://console.example.org/devices' },
  ])
  expect(JSON.stringify(video)).not.toContain('secret')

  const id = /\/b\/[^/]+\/[^/]+\/([a-z0-9]{10})\//.exec(draft.url())?.[1] ?? ''
  const headers = { authorization: `Bearer ${company.owner.token}` }
  const { article } = await (await page.request.get(`/api/article/${id}`, { headers })).json()
  const file = path.join(recorders.folder, 'recorded.mp4')
  writeFileSync(file, await (await page.request.get(article.videos[0].url)).body())
  const frames = readCountedFrames(file)
  expect(frames.length).toBeGreaterThan(20)
  const gaps = frames.slice(1).map((frame, at) => ({
    ms: (frame.time - (frames[at]?.time ?? 0)) * 1000,
    steps: frame.count - (frames[at]?.count ?? 0),
  }))
  expect(
    gaps.every(({ steps }) => steps >= 0),
    'the counter never goes back',
  ).toBe(true)
  const pause = gaps.toSorted((one, other) => other.steps - one.steps)[0]
  expect(pause?.steps, 'the pause is cut out').toBeGreaterThan(1000 / countMs)
  expect(pause?.ms, 'no jump at the pause').toBeLessThan(250)
  expect(loudnessAt(file, toneHz), 'the sound of the tab').toBeGreaterThan(-40)
  expect(loudnessAt(file, microphoneHz), 'the voice').toBeGreaterThan(-40)
  expect(loudnessAt(file, 3000), 'nothing else').toBeLessThan(-45)

  const kinds = await sql<{ kind: string }>`select kind from sessions where user_id = ${company.owner.id}`.execute(db)
  expect(kinds.rows.map(({ kind }) => kind).sort()).toEqual(['extension', 'web'])
  await context.close()
})

/** Records the tab for a few seconds. Resolves to what the bar shows then, in milliseconds. */
async function recordFor(seconds: number, context: BrowserContext, tab: Page): Promise<number> {
  await startFromPopup(context, tab)
  await tab.getByRole('button', { name: 'Start now' }).click()
  const shown = new RegExp(`^0:(0[${seconds}-9]|[1-5]\\d)$`)
  await expect(stopButton(tab)).toHaveText(shown, { timeout: 30_000 })
  return msOf(await stopButton(tab).textContent())
}

/** The page shows a draft with its recording. */
async function expectDraft(page: Page): Promise<void> {
  await page.waitForURL(/\/draft\/[a-z0-9]{10}$/)
  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 60_000 })
}

test('after the browser was killed, the extension offers to finish the recording, and one draft has it @soak', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const { owner } = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const profile = recorders.createProfile()
  const first = await recorders.connect(profile, server.baseURL, owner)
  const recorded = await recordFor(5, first.context, first.tab)
  killBrowser(profile)
  await first.context.close().catch(() => undefined)

  const context = await recorders.open(profile, server.baseURL)
  await context.addCookies([{ name: 'knowreel_token', value: owner.token, url: server.baseURL }])
  const popup = await openPopup(context)
  await expect(popup.getByText(/^Finish the recording of .+ \(\d+ s\)$/)).toBeVisible({ timeout: 30_000 })
  expect(await badgeOf(popup)).toBe('!')
  const opened = context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Finish', exact: true }).click()
  const draft = await opened
  await expectDraft(draft)

  const articles = await db.selectFrom('articles').selectAll().where('author_id', '=', owner.id).execute()
  expect(articles.map(({ duration }) => duration > recorded - 2000)).toEqual([true])
  await expect.poll(() => countSpooled(popup), { timeout: 30_000 }).toBe(0)
  await expect.poll(() => badgeOf(popup)).toBe('')
  await context.close()
})

test('when the recorder is closed, the bar says so, and the recording is finished from there @soak', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const { owner } = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const { context, tab } = await recorders.connect(recorders.createProfile(), server.baseURL, owner)
  const recorded = await recordFor(4, context, tab)
  await context.serviceWorkers()[0]?.evaluate('chrome.offscreen.closeDocument()')

  await expect(tab.getByText('The recording was interrupted.')).toBeVisible({ timeout: 30_000 })
  const opened = context.waitForEvent('page')
  await tab.getByRole('button', { name: 'Finish' }).click()
  const draft = await opened
  await expectDraft(draft)
  const articles = await db.selectFrom('articles').selectAll().where('author_id', '=', owner.id).execute()
  expect(articles.map(({ duration }) => duration > recorded - 2000)).toEqual([true])
  await context.close()
})

test('when the recorded tab is closed, its recording becomes the draft, and the popup says why it ended', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const { owner } = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const { context, tab } = await recorders.connect(recorders.createProfile(), server.baseURL, owner)
  const recorded = await recordFor(3, context, tab)
  const opened = context.waitForEvent('page')
  await tab.close()
  const draft = await opened
  await expectDraft(draft)
  const articles = await db.selectFrom('articles').selectAll().where('author_id', '=', owner.id).execute()
  expect(articles.map(({ duration }) => duration > recorded - 1000)).toEqual([true])
  const popup = await openPopup(context)
  await expect(popup.getByText('Sharing ended, so the recording was stopped.')).toBeVisible()
  await context.close()
})
