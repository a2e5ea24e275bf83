/** The recorder extension in a real Chromium: installed from the server, connected, and recording a tab. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { BrowserContext, Page } from '@playwright/test'
import { countMs, counterPage, loudnessAt, readCountedFrames, toneHz, writeTone } from './support/counted-frames.ts'
import {
  allowDevices,
  connectExtension,
  openExtensionBrowser,
  removeExtension,
  startFromPopup,
  unpackExtension,
} from './support/extension-browser.ts'
import { expect, test, type Person } from './support/people.ts'

const microphoneHz = 1500

let folder = ''
let extension = ''
test.beforeAll(async ({ server }) => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-recorded-'))
  writeTone(path.join(folder, 'voice.wav'), microphoneHz)
  extension = await unpackExtension(server.baseURL)
})
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  removeExtension(extension)
})

async function openRecorder(url: string, person: Person): Promise<{ context: BrowserContext; page: Page; tab: Page }> {
  const context = await openExtensionBrowser({
    profile: mkdtempSync(path.join(folder, 'profile-')),
    extension,
    url,
    args: [`--use-file-for-fake-audio-capture=${path.join(folder, 'voice.wav')}`],
  })
  await context.addCookies([{ name: 'knowreel_token', value: person.token, url }])
  await context.route('https://console.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: counterPage }),
  )
  const page = context.pages()[0] ?? (await context.newPage())
  await connectExtension(page)
  await allowDevices(context)
  const tab = await context.newPage()
  await tab.goto('https://console.example.org/devices?token=secret#secret')
  return { context, page, tab }
}

const bar = (tab: Page) => tab.getByRole('region', { name: 'Recorder' })
const stopButton = (tab: Page) => bar(tab).getByRole('button', { name: /^Stop at/ })

test('a tab is recorded with its sound and a voice, paused, divided, and published frame by frame', async ({
  db,
  server,
  createCompany,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const { context, page, tab } = await openRecorder(server.baseURL, company.owner)
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
  const paused = await stopButton(tab).textContent()
  await tab.waitForTimeout(1500)
  await expect(stopButton(tab)).toHaveText(paused ?? '')
  await bar(tab).getByRole('button', { name: 'Resume' }).click()
  await expect(stopButton(tab)).toHaveText(/0:0[4-9]/, { timeout: 20_000 })
  const opened = context.waitForEvent('page')
  await stopButton(tab).click()

  const draft = await opened
  await draft.waitForURL(/\/draft\/[a-z0-9]{10}$/)
  await expect(draft.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 60_000 })
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
  const file = path.join(folder, 'recorded.mp4')
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
