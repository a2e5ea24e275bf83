/** What can go wrong while somebody records: each shows what happened, and what was recorded is kept. */
import type { BrowserContext, Page } from '@playwright/test'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { noisyCounterPage } from '../support/counted-frames.ts'
import {
  beginRecording,
  chooseTab,
  dialog,
  expect,
  openBrowser,
  stopRecording,
  test,
} from '../support/page-recorder.ts'
import type { Company } from '../support/people.ts'

test.setTimeout(180_000)

type Site = { readonly db: Db; readonly baseURL: string; readonly company: Company; readonly profile: string }

/** Records a tab in the page, with the microphone. */
async function startInPage({ db, baseURL, company, profile }: Site): Promise<{ context: BrowserContext; page: Page }> {
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const browser = await openBrowser(profile, baseURL, company.owner)
  const { page } = browser
  await chooseTab(browser, {
    address: `/b/${workspace.shortId}`,
    title: 'Meters',
    workspace: 'Support runbooks',
    content: noisyCounterPage,
  })
  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  await page.getByRole('button', { name: /^Start now/ }).click()
  await expect(stopRecording(page)).toHaveText(/0:0[2-9]/, { timeout: 30_000 })
  return browser
}

/** The draft that shows the recording; resolves to its duration. */
async function readDraft(db: Db, { owner }: Company): Promise<number> {
  const find = () => db.selectFrom('articles').selectAll().where('author_id', '=', owner.id).execute()
  await expect.poll(async () => (await find()).map(({ duration }) => duration > 0), { timeout: 60_000 }).toEqual([true])
  return (await find())[0]?.duration ?? 0
}

test('a full disk ends the recording, and everything until then is sent', async ({
  db,
  server,
  createCompany,
  createProfile,
}) => {
  const company = await createCompany()
  const { context, page } = await startInPage({ db, baseURL: server.baseURL, company, profile: createProfile() })
  const session = await context.newCDPSession(page)
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin: server.baseURL })
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.baseURL, quotaSize: usage + 200_000 })
  await expect(page.getByText('There is no space left on this computer.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 60_000 })
  expect(await readDraft(db, company)).toBeGreaterThan(1500)
  await context.close()
})

test('a microphone that is taken away is reported, and the recording continues', async ({
  db,
  server,
  createCompany,
  createProfile,
}) => {
  const company = await createCompany()
  const { context, page } = await startInPage({ db, baseURL: server.baseURL, company, profile: createProfile() })
  const session = await context.browser()?.newBrowserCDPSession()
  await session?.send('Browser.setPermission', {
    permission: { name: 'microphone' },
    setting: 'denied',
    origin: server.baseURL,
  })
  await expect(page.getByText('The microphone was disconnected.')).toBeVisible({ timeout: 30_000 })
  await expect(stopRecording(page)).toHaveText(/0:(0[5-9]|[1-5]\d)/, { timeout: 30_000 })
  await stopRecording(page).click()
  expect(await readDraft(db, company)).toBeGreaterThan(4000)
  await context.close()
})

test('a browser that shares nothing says what to do, and another attempt is possible', async ({
  db,
  server,
  createCompany,
  createProfile,
}) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const { context, page } = await openBrowser(createProfile(), server.baseURL, company.owner, {
    args: ['--use-fake-ui-for-media-stream=deny'],
  })
  await beginRecording(page, {
    address: `/b/${workspace.shortId}`,
    title: 'Meters',
    workspace: 'Support runbooks',
  })
  await expect(dialog(page).getByText('Allow it in the address bar')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Choose what to record' }).first().click()
  await expect(dialog(page).getByText('The browser can’t share your screen')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Start recording' })).toBeDisabled()
  await context.close()
})
