/** An upload that continues after its dialog, page, browser and server are gone. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildDraft } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { openFaultProxy } from '../support/fault-proxy.ts'
import { createRecordingFolder } from '../support/recording-folder.ts'
import { killBrowser } from '../support/kill-browser.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, test, type Person } from '../support/people.ts'

const recordings = createRecordingFolder()
let file: string
let largeFile: string
test.beforeAll(async () => {
  file = await recordings.create('meter-reading_final.mp4', { seconds: 4 })
  largeFile = await recordings.create('rooftop.mp4', { seconds: 8, isNoisy: true })
})
test.afterAll(() => recordings.remove())

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const recording = (page: Page) => page.getByRole('region', { name: 'Recording' })

async function chooseInDialog(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Upload video/ }).click()
  await dialog.locator('input[type=file]').setInputFiles(file)
}

/** Returns the short id of the draft. */
async function createArticle(page: Page): Promise<string> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Support runbooks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Article' }).click()
  await expect(page).toHaveURL(/\/draft\/[a-z0-9]{10}$/)
  return page.url().split('/').at(-1) ?? ''
}

const answerOf = async (page: Page, person: Pick<Person, 'token'>, address: string) =>
  (await page.request.get(`/api${address}`, { headers: { authorization: `Bearer ${person.token}` } })).json()
const draftOf = async (page: Page, person: Pick<Person, 'token'>, id: string) =>
  (await answerOf(page, person, `/draft/${id}`)).article

type Line = (to: { isOffline?: boolean; bytesPerSecond?: number }) => Promise<unknown>

/** A page's connection, which can be slowed down or cut. */
async function holdLine(page: Page): Promise<Line> {
  const session = await page.context().newCDPSession(page)
  return ({ isOffline = false, bytesPerSecond = -1 }) =>
    session.send('Network.emulateNetworkConditions', {
      offline: isOffline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
}

test('an upload continues during other work, and the article gets its recording @soak', async ({
  db,
  createCompany,
}) => {
  test.setTimeout(90_000)
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const colleague = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
  const page = await company.owner.open(`/b/${workspace.shortId}`)
  const line = await holdLine(page)
  await line({ bytesPerSecond: 1_000_000 })

  await chooseInDialog(page, largeFile)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Title'), 'the name of the file is a start').toHaveValue('rooftop')
  await expect(dialog.getByText(/of \d+ MB/)).toBeVisible()
  const id = await createArticle(page)

  await expect(recording(page).getByRole('heading', { name: 'Uploading the recording' })).toBeVisible()
  await expect(tray(page), 'what the page shows itself is not shown twice').toBeHidden()
  const stage = 'section[aria-label="Recording"]'
  expect(await checkScreen(page, { name: 'recording-on-its-way', widths: [390], selector: stage })).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page.getByText('The video is not uploaded yet')).toBeVisible()

  const theirs = await colleague.open(`/draft/${id}`)
  await expect(recording(theirs).getByText('Ines Okafor is uploading the recording')).toBeVisible()

  await page.getByRole('link', { name: 'Drafts' }).first().click()
  await expect(tray(page).getByText('rooftop.mp4')).toBeVisible()
  const part = 'section[aria-label="Uploads"]'
  expect(await checkScreen(page, { name: 'upload-tray', widths: [1280], selector: part })).toEqual([])
  await tray(page).getByRole('button', { name: 'Pause rooftop.mp4' }).click()
  await expect(tray(page).getByText(/^Paused at/)).toBeVisible()
  await tray(page).getByRole('button', { name: 'Resume rooftop.mp4' }).click()
  await expect(tray(page).getByText(/^[\d.]+ of \d+ MB$/)).toBeVisible()
  await line({ isOffline: true })
  await expect(tray(page).getByText('Please check your internet connection')).toBeVisible({ timeout: 15_000 })
  await line({})
  await expect(tray(page).getByText('Ready', { exact: true })).toBeVisible({ timeout: 30_000 })

  await expect(theirs.getByRole('region', { name: 'Video editor' }), 'the colleague gets it too').toBeVisible()
  await tray(page).getByRole('link', { name: 'rooftop.mp4' }).click()
  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible()
  const { paragraphs } = await draftOf(page, company.owner, id)
  expect(paragraphs).toMatchObject([{ title: 'Paragraph #1' }])
  expect(Math.abs(paragraphs[0].duration - 8000)).toBeLessThan(100)
  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page).toHaveURL(/\/b\/.+\/rooftop/)
})

test('closing the dialog abandons the upload, and files that are not videos are refused @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const page = await company.owner.open(`/b/${workspace.shortId}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Upload video/ }).click()

  const drop = async (name: string, content: Buffer) => {
    const files = await page.evaluateHandle(
      ([fileName, base64]) => {
        const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], fileName ?? ''))
        return transfer
      },
      [name, content.toString('base64')],
    )
    await dialog.getByText('Drop a video here, or').dispatchEvent('drop', { dataTransfer: files })
  }
  await drop('recording.mp4', Buffer.from('%PDF-1.7 not a recording'))
  await expect(dialog.getByRole('alert')).toHaveText('Only webm, mp4 and mov videos can be uploaded')
  await drop('recording.mp4', Buffer.alloc(0))
  await expect(dialog.getByRole('alert')).toHaveText('The file is empty')
  await drop('Recording of the day.mp4', readFileSync(file))
  await expect(dialog.getByLabel('Title')).toHaveValue('Recording of the day')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Cancel upload' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Title'), 'a slip loses nothing').toHaveValue('Recording of the day')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(tray(page)).toBeHidden()
  const kept = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('knowreel-uploads')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('uploads').objectStore('uploads').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )
  expect(kept).toBe(0)
})

test('after the browser and the server were killed, it resumes automatically and no byte is lost @soak', async ({
  db,
  server,
  createCompany,
}) => {
  test.setTimeout(240_000)
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Support runbooks' })
  const line = await openFaultProxy(server.baseURL, {
    random: Math.random,
    maxPartBytes: Infinity,
    // Takes long enough to be killed during the upload on any machine.
    bytesPerSecond: Math.ceil(statSync(largeFile).size / 30),
    chooseFault: () => 'none',
  })
  const profile = mkdtempSync(path.join(os.tmpdir(), 'knowreel-profile-'))
  const folder = path.join(server.dataDirectory, 'files/originals')
  const stored = () =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.bin'))
      : []
  const before = new Set(stored())
  const open = async (address: string): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await chromium.launchPersistentContext(profile, {
      ...test.info().project.use.launchOptions,
      viewport: { width: 1280, height: 800 },
      baseURL: line.url,
    })
    await context.addCookies([{ name: 'knowreel_token', value: company.owner.token, url: line.url }])
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(address)
    return { context, page }
  }
  try {
    const first = await open(`/b/${workspace.shortId}`)
    await chooseInDialog(first.page, largeFile)
    const id = await createArticle(first.page)
    await expect(recording(first.page).getByText(/If you close the browser, the upload resumes/)).toBeVisible()
    const size = statSync(largeFile).size
    await expect.poll(() => line.receivedBytes(), { timeout: 60_000 }).toBeGreaterThan(size * 0.45)
    killBrowser(profile)
    await first.context.close().catch(() => undefined)

    const second = await open('/drafts')
    await expect(tray(second.page).getByText('rooftop.mp4')).toBeVisible()
    await expect.poll(() => line.receivedBytes(), { timeout: 60_000 }).toBeGreaterThan(size * 0.7)
    await server.restart('SIGKILL')
    await expect(tray(second.page).getByText('Ready', { exact: true })).toBeVisible({ timeout: 90_000 })
    const { paragraphs, isNotUploadedVideo } = await draftOf(second.page, company.owner, id)
    expect([paragraphs.length, isNotUploadedVideo]).toEqual([1, false])
    await second.context.close()

    const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
    const added = stored().filter((name) => !before.has(name))
    expect(added.map((name) => hash(path.join(folder, name)))).toEqual([hash(largeFile)])
    expect(line.receivedBytes() / size - 1, 'sent twice').toBeLessThan(0.05)
    const { count } = await db
      .selectFrom('video_parts')
      .where('user_id', '=', company.owner.id)
      .where('video_id', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count), 'parts that belong to nothing').toBe(0)
  } finally {
    await line.close()
    rmSync(profile, { recursive: true, force: true })
  }
})

test('another recording is inserted at the playhead when its upload is complete @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Support runbooks' })
  const page = await company.owner.open(`/b/${workspace.shortId}`)
  await chooseInDialog(page, file)
  const id = await createArticle(page)
  const editor = page.getByRole('region', { name: 'Video editor' })
  await expect(editor).toBeVisible({ timeout: 30_000 })

  await editor.getByRole('button', { name: 'Insert recording' }).click()
  const dialog = page.getByRole('dialog', { name: /Insert recording at 0:00/ })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The recording was inserted')).toBeVisible({ timeout: 30_000 })
  await expect
    .poll(async () => (await draftOf(page, company.owner, id)).duration, { timeout: 15_000 })
    .toBeGreaterThan(7800)
  const { paragraphs, videos } = await draftOf(page, company.owner, id)
  expect([paragraphs.length, videos.length]).toEqual([1, 2])

  await editor.getByRole('button', { name: 'Insert recording' }).click()
  await page.getByRole('dialog').getByText('From this article').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Recording 2/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Insert', exact: true }).click()
  await expect
    .poll(async () => (await draftOf(page, company.owner, id)).duration, { timeout: 15_000 })
    .toBeGreaterThan(11_500)
})

test('failed steps of a recording are shown on its edit page and can be retried @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Support runbooks' })
  const page = await company.owner.open(`/b/${workspace.shortId}`)
  await chooseInDialog(page, file)
  const id = await createArticle(page)
  const editor = page.getByRole('region', { name: 'Video editor' })
  await expect(editor).toBeVisible({ timeout: 30_000 })
  const spriteOf = async () => (await draftOf(page, company.owner, id)).videos[0].spriteUrl
  await expect.poll(spriteOf, { timeout: 30_000 }).not.toBeNull()
  const { videos } = await draftOf(page, company.owner, id)
  const videoId: string = videos[0].id
  await db.updateTable('videos').set({ storyboard_key: null, storyboard: null }).where('id', '=', videoId).execute()
  await db
    .updateTable('video_steps')
    .set({ status: 'failed', error: 'video_too_slow' })
    .where('video_id', '=', videoId)
    .where('step', '=', 'storyboard')
    .execute()
  await page.reload()
  await expect(page.getByText('Previews: Processing took too long and was stopped')).toBeVisible()
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(page.getByText(/^Previews:/)).toBeHidden({ timeout: 20_000 })
  await expect.poll(spriteOf, { timeout: 30_000 }).not.toBeNull()
})

test('a draft without a recording accepts one that is dropped on it @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Support runbooks' })
  const draft = await buildDraft(db, { workspace, author: company.owner, title: 'Read a meter', textTabs: [] })
  const page = await company.owner.open(`/draft/${draft.shortId}`)
  await page.locator('main input[type=file]').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 30_000 })
  const { title, paragraphs } = await draftOf(page, company.owner, draft.id)
  expect([title, paragraphs.length]).toEqual(['Read a meter', 1])
})

test('a recording that cannot be used can be replaced with another file @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Support runbooks' })
  const page = await company.owner.open(`/b/${workspace.shortId}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Upload video/ }).click()
  // Begins like a video but is not one.
  const broken = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.from(newKey().repeat(400))])
  await dialog.locator('input[type=file]').setInputFiles({ name: 'broken.mp4', mimeType: 'video/mp4', buffer: broken })
  const id = await createArticle(page)
  await expect(recording(page).getByRole('alert')).toHaveText('The recording can’t be used', { timeout: 30_000 })
  await recording(page).locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 30_000 })
  expect((await draftOf(page, company.owner, id)).paragraphs).toHaveLength(1)
})
