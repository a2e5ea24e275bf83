/** Watching: appearance at every width and in both themes, where the URLs lead, and touch gestures on the picture. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildArticle, type BuiltArticle } from '../../packages/server/src/article/article.builder.ts'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'
import {
  buildWorkspace,
  grantWorkspaceRole,
  type BuiltWorkspace,
} from '../../packages/server/src/workspace/workspace.builder.ts'
import { playerMark, watchScripts } from '../support/watch-page.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Person } from '../support/people.ts'

const wide: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce',
  hasTouch: true,
  isMobile: true,
}

let owner: Person
let reader: Person
let workspace: BuiltWorkspace
let runbook: BuiltArticle
let bare: BuiltArticle
let pinned: BuiltArticle
let text: BuiltArticle

test.beforeAll(async ({ db, createCompany, server }) => {
  const company = await createCompany({ title: 'Halden Systems', owner: { firstName: 'Ines', lastName: 'Okafor' } })
  owner = company.owner
  reader = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const [first, second] = await upload(server.baseURL, owner.token, await makeRecording())

  const paragraph = (title: string, videoId: string, start: number, dur: number, items: object[] = []) => ({
    id: newKey(),
    title,
    tags: [],
    isExpanded: true,
    map: [{ videoId, in: start, dur }],
    items: items as never[],
  })
  const tabs = [
    { title: 'Checklist', slug: 'checklist', text: 'Ten questions, in this order. Print it and keep it by the phone.' },
    { title: 'SQL queries', slug: 'sql-queries', text: 'Find the meter by serial, by address or by the last reading.' },
  ]
  text = await buildArticle(db, { workspace, title: 'Words we use with customers' })
  const one = [paragraph('Paragraph #1', first, 0, 8000)]
  bare = await buildArticle(db, { workspace, title: 'Read a gateway log without fear', paragraphs: one, textTabs: [] })
  const pinnedTab = newKey()
  pinned = await buildArticle(db, {
    workspace,
    title: 'Restore a customer from a backup',
    paragraphs: [paragraph('Paragraph #1', second, 0, 8000)],
    textTabs: [{ id: pinnedTab, title: 'Steps', slug: 'steps', text: 'Stop the ingest first.' }],
    pinnedTabId: pinnedTab,
  })
  runbook = await buildArticle(db, {
    workspace,
    title: 'Triage a “meter offline” ticket in ten minutes',
    textTabs: tabs,
    paragraphs: [
      paragraph('Read the ticket and find the meter', first, 0, 2000, [
        paragraph('What the customer usually leaves out', first, 2000, 1500),
      ]),
      paragraph('Check the gateway heartbeat', second, 1000, 2000, [
        paragraph('One meter or the whole site?', first, 4000, 1500),
        paragraph('Gaps in the heartbeat chart', second, 4000, 2500),
      ]),
      paragraph('Open the device console', first, 6000, 2000),
      paragraph('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', second, 0, 1500),
    ],
  })
  await publish(server.baseURL, owner.token, runbook, ['meter-offline', 'gateway', 'first-line'])
})

/** With these tags, and makes the rendition, which is all that readers can play. */
async function publish(baseURL: string, token: string, { id, title }: BuiltArticle, tags: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ title, tags, isPublish: true, isKeepDraft: false, isNotification: false })
  const answer = await fetch(`${baseURL}/api/article/${id}`, { method: 'POST', headers, body })
  expect(answer.status, await answer.text()).toBe(200)
  const findRendition = async () => {
    const response = await fetch(`${baseURL}/api/article/${id}`, { headers })
    return ((await response.json()) as { article: { rendition: unknown } }).article.rendition
  }
  await expect.poll(findRendition, { timeout: 60_000 }).not.toBeNull()
}

async function makeRecording(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-screens-'))
  const recording = path.join(folder, 'recording.mp4')
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env.FFMPEG_PATH ?? null,
    ffprobePath: process.env.FFPROBE_PATH ?? null,
  })
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=15:duration=8']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=8']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '15', '-c:a', 'aac']
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, ...sound, ...codecs, '-movflags', '+faststart', recording])
  const bytes = readFileSync(recording)
  rmSync(folder, { recursive: true })
  return bytes
}

/** Uploads the same video twice, as two fully processed recordings. */
async function upload(baseURL: string, token: string, recording: Buffer): Promise<[string, string]> {
  const call = async (method: string, address: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${baseURL}/api${address}`, { method, headers, body: body && JSON.stringify(body) })
    return (await answer.json()) as Record<string, unknown>
  }
  const one = async (name: string): Promise<string> => {
    const { url, id } = await call('GET', '/video-upload/url')
    const headers = { 'content-type': 'application/octet-stream' }
    await fetch(new URL(String(url), baseURL), { method: 'PUT', headers, body: new Uint8Array(recording) })
    const accepted = await call('POST', '/video-upload/accept', { parts: [id], name, mime: 'video/mp4' })
    await expect
      .poll(async () => (await call('GET', `/video-upload/status/${String(accepted.id)}`)).video, { timeout: 30_000 })
      .toMatchObject({ url: expect.any(String), spriteUrl: expect.any(String), posterUrl: expect.any(String) })
    return String(accepted.id)
  }
  return [await one('console-session.mp4'), await one('site-walkthrough.mp4')]
}

const addressOf = ({ shortId }: BuiltArticle, ...parts: string[]) =>
  ['/b', workspace.shortId, 'support-runbooks', shortId, 'x', ...parts].join('/')
const partsOf = (page: Page) => new URL(page.url()).pathname.split('/').slice(6).join('/')
const position = (page: Page) => page.getByRole('slider', { name: 'Position' })
const secondsOf = async (page: Page) => Number(await position(page).getAttribute('aria-valuenow'))
const modes = (page: Page) => page.getByRole('group', { name: 'Video or notes' })
const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })

test.describe('appearance @soak', () => {
  const screens = [
    { name: 'video', address: () => addressOf(runbook, 'gaps-in-the-heartbeat-chart'), shows: 'Checklist' },
    { name: 'video-without-notes', address: () => addressOf(bare), shows: 'Read a gateway log without fear' },
  ]
  for (const { name, address, shows } of screens) {
    test(`${name}: no accessibility violations, console errors or overflow in light and dark, at every width`, async () => {
      const visit = async (options: BrowserContextOptions, widths: number[]) => {
        const page = await owner.open('about:blank', options)
        const complaints = collectConsoleErrors(page)
        await page.goto(address())
        await expect(page.getByText(shows).first()).toBeAttached()
        await expect(position(page)).toBeVisible()
        return [...(await checkScreen(page, { name, widths })), ...complaints]
      }
      const problems = await Promise.all([visit(wide, [1440, 820]), visit(phone, [390, 360])])
      expect(problems.flat()).toEqual([])
    })
  }
})

test('an article opens in the mode that its URL names, otherwise in the most suitable one @soak', async () => {
  const page = await owner.open(addressOf(runbook), wide)
  await expect(position(page), 'a recording on its video').toBeVisible()
  await modes(page).getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('Ten questions, in this order.')).toBeVisible()
  expect(partsOf(page)).toBe('notes')
  await page.getByRole('tab', { name: 'SQL queries' }).click()
  await expect.poll(() => partsOf(page)).toBe('notes/sql-queries')
  await modes(page).getByRole('link', { name: 'Video' }).click()
  await expect(position(page)).toBeVisible()
  await expect(page.getByRole('tab'), 'the video has no active tab').toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('Find the meter by serial')).toBeVisible()

  await page.goto(addressOf(pinned))
  await expect(page.getByText('Stop the ingest first.'), 'a pinned note comes first').toBeVisible()
  await page.goto(addressOf(bare, 'notes'))
  await expect(position(page), 'nothing to read').toBeVisible()
  await page.goto(addressOf(text, 'video'))
  await expect(page.getByRole('heading', { name: 'Words we use with customers', level: 1 })).toBeVisible()
  await expect(position(page), 'nothing to watch').toHaveCount(0)
})

test('the chosen mode is kept for the other articles of a workspace that have it @soak', async () => {
  const page = await owner.open(addressOf(pinned), wide)
  await modes(page).getByRole('link', { name: 'Video' }).click()
  await row(page, /^Triage/).click()
  await expect(position(page)).toBeVisible()
  await modes(page).getByRole('link', { name: 'Notes' }).click()
  await row(page, /^Read a gateway log/).click()
  await expect(page.getByRole('heading', { name: 'Read a gateway log without fear', level: 1 })).toBeVisible()
  await expect(position(page), 'it has nothing to read').toBeVisible()
  await row(page, /^Triage/).click()
  await expect(page.getByText('Ten questions, in this order.')).toBeVisible()
  await expect.poll(() => partsOf(page), 'and the address shows it').toBe('notes')
})

test('only editors are offered to create notes @soak', async () => {
  const hers = await owner.open(addressOf(bare), wide)
  await expect(hers.getByText("You don't have any notes yet.")).toBeVisible()
  await expect(hers.getByRole('link', { name: 'Create notes' })).toHaveAttribute('href', /\/edit\/notes$/)
  const his = await reader.open(addressOf(bare), wide)
  await expect(position(his)).toBeVisible()
  await expect(his.getByText('Create notes')).toHaveCount(0)
  const small = await owner.open(addressOf(bare), phone)
  await expect(position(small)).toBeVisible()
  await expect(small.getByText('Create notes')).toHaveCount(0)
})

test('a link leads to its paragraph, and Back and Forward step through the selected ones @soak', async () => {
  const page = await reader.open(addressOf(runbook, 'check-the-gateway-heartbeat'), wide)
  await expect.poll(() => secondsOf(page)).toBe(4)
  const list = page.getByRole('navigation', { name: 'Paragraphs' })
  const paragraph = (name: RegExp) => list.getByRole('button', { name })
  await expect(paragraph(/^Check the gateway heartbeat/)).toHaveAttribute('aria-current', 'true')
  await expect(row(page, /^Check the gateway heartbeat/), 'listed once').toHaveCount(0)
  await paragraph(/^Open the device console/).click()
  await expect.poll(() => secondsOf(page)).toBe(10)
  expect(partsOf(page)).toBe('open-the-device-console')
  await page.goBack()
  await expect.poll(() => secondsOf(page)).toBe(4)
  await page.goForward()
  await expect.poll(() => secondsOf(page)).toBe(10)

  await paragraph(/^What the customer/).press('Enter')
  await expect.poll(() => partsOf(page)).toBe('what-the-customer-usually-leaves-out')
  await expect.poll(() => secondsOf(page)).toBe(2)
})

test('the link to a paragraph is copied @soak', async () => {
  const page = await reader.open(addressOf(runbook), { ...wide, permissions: ['clipboard-read', 'clipboard-write'] })
  const list = page.getByRole('navigation', { name: 'Paragraphs' })
  await list.getByRole('button', { name: /^Check the gateway heartbeat/ }).hover()
  await list.getByRole('button', { name: 'Actions for the paragraph at 0:03' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Paragraph link copied to the clipboard')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toMatch(/\/triage-a-meter-offline[^/]*\/check-the-gateway-heartbeat$/)
})

test('a workspace opens its first article, and lists its contents at its own URL @soak', async () => {
  const page = await reader.open(`/b/${workspace.shortId}`, wide)
  await expect(page.getByRole('heading', { name: /^Triage/, level: 1 })).toBeVisible()
  await row(page, /^Words we use/).click()
  await expect(page.getByRole('heading', { name: /^Words we use/, level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Support runbooks' }).click()
  await expect(page.getByRole('heading', { name: 'Support runbooks', level: 1 })).toBeVisible()
  await modes(page).getByRole('link', { name: 'Video' }).click()
  await expect(position(page)).toBeVisible()
})

test('a loading failure is reported and can be retried @soak', async () => {
  const page = await reader.open('about:blank', wide)
  let isBroken = true
  await page.route(/\/files\/.*\.mp4/, (route) => (isBroken ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto(addressOf(bare))
  await expect(page.getByRole('alert').getByText('Cannot load video')).toBeVisible()
  const fault = page.getByRole('alert').filter({ hasText: 'Cannot load video' })
  await expect(fault, 'and which file').toContainText(/\/files\/\S+\.mp4/)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Cannot load video')).toHaveCount(0)
  await expect.poll(() => secondsOf(page), { timeout: 20_000 }).toBeGreaterThan(0)
})

test('touch shows the controls and skips, and the video can be replayed at its end @soak', async () => {
  const page = await reader.open(addressOf(bare), phone)
  await page.getByRole('button', { name: 'Play the video' }).tap()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeAttached()
  await page.waitForTimeout(2400)
  const box = await page.locator('[data-stage]').boundingBox()
  if (!box) throw new Error('There is no picture')
  const right = [box.x + box.width * 0.85, box.y + box.height * 0.4] as const
  await page.touchscreen.tap(...right)
  await page.touchscreen.tap(...right)
  await expect(page.getByText('+10 s')).toBeVisible()
  await page.getByRole('button', { name: 'Watch again' }).tap({ timeout: 20_000 })
  await expect.poll(() => secondsOf(page)).toBeLessThan(7)
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeAttached()
})

test('a sheet stays open while the URL follows playback @soak', async () => {
  const page = await reader.open(addressOf(runbook), phone)
  await page.getByRole('button', { name: 'Play the video' }).tap()
  await page.getByRole('button', { name: 'Support runbooks' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Support runbooks' })
  await expect.poll(() => partsOf(page), { timeout: 20_000 }).toBe('what-the-customer-usually-leaves-out')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('treeitem', { name: /^Open the device console/ }).tap()
  await expect(sheet).toBeHidden()
  await expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(9)
})

test('reading loads no player', async () => {
  const page = await reader.open('about:blank', wide)
  const scripts = watchScripts(page)
  await page.goto(addressOf(text))
  await expect(page.getByRole('heading', { name: /^Words we use/, level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await scripts.contain(playerMark)).toBe(false)
  await page.goto(addressOf(runbook))
  await expect.poll(() => scripts.contain(playerMark)).toBe(true)
})
