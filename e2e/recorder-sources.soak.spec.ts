/** Everything that the extension records besides a tab and a voice, and the ways to control it. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { newKey } from '../packages/shared/src/identity/ids.ts'
import { buildDraft } from '../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../packages/server/src/workspace/workspace.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { buildCompany } from '../packages/server/src/company/company.builder.ts'
import { openDatabase } from '../packages/server/src/platform/database/database.ts'
import { embeddedConnection } from '../packages/server/src/platform/database/embedded-postgres.ts'
import { startSession } from '../packages/server/src/user/index.ts'
import { loudnessAt, toneHz } from './support/counted-frames.ts'
import { startFromPopup } from './support/extension-browser.ts'
import { bar, expect, microphoneHz, openPopup, stopButton, test } from './support/extension-test.ts'
import { isNear, readPictures, shows } from './support/recorded-colours.ts'
import { startServer } from './support/server.ts'
import { uploadTestRecording } from './support/upload-test-recording.ts'

/** Headless browsers share a picture of their own instead of a screen or window. */
const sharesScreens = ['--use-fake-ui-for-media-stream']

/** The uploaded file of the last recording, once it can be played. */
async function recordedFile(db: Db, dataDirectory: string, userId: string): Promise<string> {
  const find = () =>
    db.selectFrom('videos').selectAll().where('user_id', '=', userId).orderBy('created_at', 'desc').executeTakeFirst()
  await expect.poll(async () => (await find())?.status, { timeout: 60_000 }).toBe('finished')
  return path.join(dataDirectory, 'files', (await find())?.original_key ?? '')
}

async function choose(context: BrowserContext, choices: (popup: Page) => Promise<void>): Promise<void> {
  const popup = await openPopup(context)
  await choices(popup)
  await popup.close()
}
const switchCamera = (popup: Page) => popup.getByRole('switch', { name: 'Camera off' }).click()

async function record(context: BrowserContext, tab: Page): Promise<void> {
  await startFromPopup(context, tab)
  await tab.getByRole('button', { name: 'Start now' }).click()
  await expect(stopButton(tab)).toBeVisible({ timeout: 30_000 })
}

test.setTimeout(180_000)

for (const source of ['Screen', 'Window'] as const) {
  test(`a ${source.toLowerCase()} is recorded with the camera in a corner and a voice`, async ({
    db,
    server,
    createCompany,
    recorders,
  }) => {
    const { owner } = await createCompany()
    const { context, tab } = await recorders.connect(recorders.createProfile(), server.baseURL, owner, sharesScreens)
    await choose(context, async (popup) => {
      await popup.getByRole('radio', { name: source }).check({ force: true })
      await switchCamera(popup)
      await popup.getByLabel('Size of the camera bubble').selectOption('Large')
      await popup.getByLabel('Place of the camera bubble').selectOption('Top right')
    })
    await record(context, tab)
    await tab.waitForTimeout(3000)
    await stopButton(tab).click()
    const file = await recordedFile(db, server.dataDirectory, owner.id)
    const [picture] = readPictures(file).slice(-1)
    if (picture === undefined) throw new Error('The recording has no picture')
    const edge = Math.min(picture.width, picture.height)
    const radius = (edge * 0.33) / 2
    const centre = { x: picture.width - edge * 0.03 - radius, y: edge * 0.03 + radius }
    const ring = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => {
      const angle = (eighth * Math.PI) / 4
      const away = radius + edge * 0.004
      return picture.at(centre.x + away * Math.cos(angle), centre.y + away * Math.sin(angle))
    })
    expect(ring.filter((colour) => isNear(colour, [255, 255, 255], 60)).length).toBeGreaterThan(6)
    expect(loudnessAt(file, microphoneHz)).toBeGreaterThan(-40)
    await context.close()
  })
}

test('only the camera is recorded, with a voice and without a bubble', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const { owner } = await createCompany()
  const { context, tab } = await recorders.connect(recorders.createProfile(), server.baseURL, owner)
  await choose(context, async (popup) => {
    await popup.getByRole('radio', { name: 'Camera' }).check({ force: true })
    await expect(popup.getByLabel('Size of the camera bubble')).toBeHidden()
  })
  await record(context, tab)
  await tab.waitForTimeout(2000)
  await stopButton(tab).click()
  const file = await recordedFile(db, server.dataDirectory, owner.id)
  const [picture] = readPictures(file).slice(-1)
  expect([picture?.width, picture?.height]).toEqual([1280, 720])
  expect(loudnessAt(file, microphoneHz)).toBeGreaterThan(-40)
  await context.close()
})

test('a tab is recorded with the camera bubble, which is moved and sized, with pen and highlighted clicks', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const { owner } = await createCompany()
  const { context, tab } = await recorders.connect(recorders.createProfile(), server.baseURL, owner)
  await choose(context, switchCamera)
  await record(context, tab)

  const bubble = tab.getByRole('button', { name: 'Size of the camera bubble' })
  const boxOf = async () => (await bubble.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const widths = [(await boxOf()).width]
  for (let press = 0; press < 2; press++) {
    await bubble.press('Enter')
    widths.push((await boxOf()).width)
  }
  expect(widths).toEqual([176, 240, 128])
  const before = await boxOf()
  await tab.mouse.move(before.x + 64, before.y + 64)
  await tab.mouse.down()
  await tab.mouse.move(before.x + 364, before.y - 136, { steps: 5 })
  await tab.mouse.up()
  await bubble.press('ArrowRight')
  const after = await boxOf()
  expect([after.x - before.x, after.y - before.y]).toEqual([316, -200])

  await tab.getByRole('button', { name: 'Restart the modem' }).click()
  await bar(tab).getByRole('button', { name: 'Pen' }).click()
  await tab.getByRole('radio', { name: 'Violet' }).click()
  await tab.mouse.move(700, 250)
  await tab.mouse.down()
  await tab.mouse.move(1000, 350, { steps: 10 })
  await tab.mouse.up()
  await tab.waitForTimeout(1500)
  await bar(tab).getByRole('button', { name: 'Pen' }).click()
  await stopButton(tab).click()

  const file = await recordedFile(db, server.dataDirectory, owner.id)
  const pictures = readPictures(file)
  const last = pictures.at(-1)
  const grey = [136, 136, 136] as const
  expect(isNear(last?.at(after.x + 64, after.y + 64) ?? grey, grey), 'the camera').toBe(false)
  expect(isNear(last?.at(after.x + 64, after.y + 300) ?? [0, 0, 0], grey), 'the page beside it').toBe(true)
  expect(
    pictures.some((picture) => shows(picture, [140, 139, 255])),
    'the stroke of the pen',
  ).toBe(true)
  expect(
    pictures.some((picture) => shows(picture, [214, 151, 43])),
    'the circle around a click',
  ).toBe(true)
  expect(loudnessAt(file, toneHz), 'the sound of the tab').toBeGreaterThan(-40)
  expect(loudnessAt(file, microphoneHz), 'the voice').toBeGreaterThan(-40)
  await context.close()
})

test('shortcuts start, divide, pause, resume and stop a recording', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const { owner } = await createCompany()
  const { context, tab } = await recorders.connect(recorders.createProfile(), server.baseURL, owner, sharesScreens)
  await choose(context, (popup) => popup.getByRole('radio', { name: 'Screen' }).check({ force: true }))
  const press = (command: string) =>
    context.serviceWorkers()[0]?.evaluate(`chrome.commands.onCommand.dispatch('${command}')`)
  const popup = await openPopup(context)
  const stop = popup.getByRole('button', { name: /^Stop at/ })
  await press('start-or-stop')
  await expect(popup.getByText(/^Recording starts in/)).toBeVisible()
  await press('start-or-stop')
  await expect(stop).toHaveText(/0:0[4-9]/, { timeout: 30_000 })
  await press('mark-paragraph')
  await press('pause-or-resume')
  await expect(popup.getByRole('button', { name: 'Resume' })).toBeVisible()
  await press('pause-or-resume')
  await expect(popup.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(stop).toHaveText(/0:(0[8-9]|[1-5]\d)/, { timeout: 30_000 })
  await press('start-or-stop')
  await recordedFile(db, server.dataDirectory, owner.id)
  const { paragraphs } = await db
    .selectFrom('articles')
    .selectAll()
    .where('author_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  expect(paragraphs).toHaveLength(2)
  await tab.close()
  await context.close()
})

test('a second installation is connected, chosen, and gets the recording', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const other = await startServer()
  const connection = embeddedConnection(path.join(other.dataDirectory, 'postgres'))
  const theirs = openDatabase({ connection, log: console, poolSize: 2 })
  const { owner } = await createCompany()
  const company = await buildCompany(theirs.db)
  const token = await startSession(theirs.db, { userId: company.owner.id, companyId: company.id, userAgent: null })
  // The person allows the other origin; no test can answer that question of the browser.
  const extension = path.join(recorders.folder, 'two-installations')
  cpSync(recorders.extension, extension, { recursive: true })
  const manifest = JSON.parse(readFileSync(path.join(extension, 'manifest.json'), 'utf8')) as {
    host_permissions: string[]
  }
  manifest.host_permissions.push(`${other.baseURL}/*`)
  writeFileSync(path.join(extension, 'manifest.json'), JSON.stringify(manifest))

  const profile = recorders.createProfile()
  const { context, page, tab } = await recorders.connect(profile, server.baseURL, owner, [], extension)
  await context.addCookies([{ name: 'knowreel_token', value: token, url: other.baseURL }])
  await page.goto(`${other.baseURL}/recorder`)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('The extension is connected')).toBeVisible()
  await choose(context, async (popup) => {
    const choice = popup.getByLabel('Address of your Knowreel')
    await expect(choice).toHaveValue(other.baseURL)
    await choice.selectOption(new URL(server.baseURL).host)
    await choice.selectOption(new URL(other.baseURL).host)
  })
  await record(context, tab)
  await tab.waitForTimeout(2000)
  const opened = context.waitForEvent('page')
  await stopButton(tab).click()
  await expect(await opened).toHaveURL(new RegExp(`^${other.baseURL}/draft/`))
  await recordedFile(theirs.db, other.dataDirectory, company.owner.id)
  expect(await db.selectFrom('videos').selectAll().where('user_id', '=', owner.id).execute()).toEqual([])
  await context.close()
  await theirs.close()
  await other.stop()
})

test('the extension inserts a recording at the play head of an existing one', async ({
  db,
  server,
  createCompany,
  recorders,
}) => {
  const company = await createCompany()
  const { owner } = company
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const videoId = await uploadTestRecording(server.baseURL, owner.token, 5)
  const duration = 5000
  const map = [{ videoId, in: 0, dur: duration }]
  const paragraphs = [{ id: newKey(), title: 'Restart the modem', tags: [], isExpanded: true, map, items: [] }]
  const { id } = await buildDraft(db, { workspace, author: owner, textTabs: [], paragraphs })
  const profile = recorders.createProfile()
  const { context, page, tab } = await recorders.connect(profile, server.baseURL, owner, sharesScreens)
  await tab.close()
  await page.goto(`/draft/${id}`)
  const editor = page.getByRole('region', { name: 'Video editor' })
  await expect(editor).toBeVisible({ timeout: 60_000 })
  await editor.getByRole('button', { name: 'Insert recording' }).click()
  await page.getByRole('dialog').getByText('Record', { exact: true }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click()
  const popup = await opened
  await popup.getByRole('radio', { name: 'Screen' }).check({ force: true })
  await popup.getByRole('button', { name: /Start recording/ }).click()
  const control = await openPopup(context)
  const stop = control.getByRole('button', { name: /^Stop at/ })
  await expect(stop).toHaveText(/0:0[3-9]/, { timeout: 30_000 })
  await expect(control.getByRole('button', { name: 'New paragraph' })).toBeHidden()
  await stop.click()
  await page.bringToFront()
  await expect(page.getByText('The recording was inserted')).toBeVisible({ timeout: 60_000 })
  const read = () =>
    db.selectFrom('articles').select(['duration', 'paragraphs']).where('author_id', '=', owner.id).execute()
  await expect.poll(async () => (await read())[0]?.duration, { timeout: 15_000 }).toBeGreaterThan(duration + 2000)
  const articles = await read()
  expect(articles.map(({ paragraphs }) => paragraphs.length)).toEqual([1])
  await page.reload()
  await expect(editor).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('The recording was inserted')).toBeHidden()
  await context.close()
})
