/**
 * Everything that takes part in a recording is killed at random moments. Afterwards the recording must be complete but for
 * its last two seconds, play, and contain every byte that the server had acknowledged. RECORDER_ROUNDS sets how often
 * each part is killed, RECORDER_SEED repeats a run.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { buildWorkspace } from '../packages/server/src/workspace/workspace.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { countMs, noisyCounterPage, readCountedFrames } from './support/counted-frames.ts'
import {
  cutNetworkOfRecorder,
  killServiceWorker,
  reloadExtension,
  startFromPopup,
} from './support/extension-browser.ts'
import { expect, openPopup, stopButton, test } from './support/extension-test.ts'
import { createRandom } from './fuzz/fuzz-random.ts'
import { killBrowser, killExtensionProcess } from './support/browser-processes.ts'
import { chooseTab, dialog, openBrowser, stopRecording } from './support/page-recorder.ts'

const rounds = Number(process.env.RECORDER_ROUNDS ?? 5)
const seed = Number(process.env.RECORDER_SEED ?? Date.now() % 1_000_000)
const maxLostMs = 2000
/** A frame is on the screen before it is recorded, and a step of the counter lasts this long. */
const toleranceMs = 4 * countMs
const recordedAddress = 'https://console.example.org/noise'

type Acknowledged = { readonly key: string; readonly start: number; readonly bytes: Buffer }

/** What the server has of recordings that are not accepted yet. */
async function readAcknowledged(db: Db, userId: string, folder: string): Promise<Acknowledged[]> {
  const parts = await db
    .selectFrom('video_parts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('size', 'is not', null)
    .where('video_id', 'is', null)
    .execute()
  return parts.map(({ file_key, start, size }) => ({
    key: file_key,
    start,
    bytes: readFileSync(path.join(folder, file_key)).subarray(start, start + (size ?? 0)),
  }))
}

type Stage = { readonly context: BrowserContext; readonly tab: Page }
/** Milliseconds that the recorded page has existed; it shows them. */
const shownMs = (tab: Page): Promise<number> => tab.evaluate(() => performance.now())

type Proof = { readonly db: Db; readonly folder: string; readonly userId: string }

/** The recording that was made last, once it can be played. */
async function readLastVideo({ db, userId }: Proof, known: number) {
  const list = () => db.selectFrom('videos').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
  await expect
    .poll(async () => (await list()).slice(known).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(['finished'])
  const video = (await list()).at(-1)
  if (video === undefined) throw new Error('No recording was sent')
  return video
}

/** Resolves to the milliseconds that are missing at the end. */
async function proveRecording(
  proof: Proof,
  { known, acknowledged, endedAt }: { known: number; acknowledged: readonly Acknowledged[]; endedAt: number },
): Promise<number> {
  const video = await readLastVideo(proof, known)
  const upload = readFileSync(path.join(proof.folder, video.original_key ?? ''))
  for (const { key, start, bytes } of acknowledged) {
    expect(key, 'what was acknowledged is in the recording').toBe(video.original_key)
    expect(upload.subarray(start, start + bytes.length).equals(bytes), 'byte by byte').toBe(true)
  }
  const frames = readCountedFrames(path.join(proof.folder, video.main_key ?? video.first_key ?? ''))
  const counts = frames.map(({ count }) => count)
  expect(counts, 'the counter never goes back').toEqual(counts.toSorted((one, other) => one - other))
  const missing = endedAt - (counts.at(-1) ?? 0) * countMs
  expect(missing).toBeLessThan(maxLostMs + toleranceMs)
  return missing
}

const kinds = ['service worker', 'server', 'network', 'recorder', 'browser'] as const

for (let round = 0; round < rounds; round++) {
  test(`the recorder of the extension is killed, round ${round + 1}`, async ({
    db,
    server,
    createCompany,
    recorders,
  }) => {
    test.setTimeout(300_000)
    const random = createRandom(seed).fork(round)
    const { owner } = await createCompany()
    const proof = { db, folder: path.join(server.dataDirectory, 'files'), userId: owner.id }
    const profile = recorders.createProfile()
    const { context, tab } = await recorders.connect(profile, server.baseURL, owner)
    await tab.goto(recordedAddress)
    let stage: Stage = { context, tab }

    const finish = async () => {
      const popup = await openPopup(stage.context)
      await popup.getByRole('button', { name: 'Finish', exact: true }).click({ timeout: 30_000 })
      await popup.close()
    }
    /** What did not end the recording: it continues for a while. Resolves to what the page showed when it was stopped. */
    const stopLater = async () => {
      await stage.tab.waitForTimeout(1500)
      const stoppedAt = await shownMs(stage.tab)
      await stopButton(stage.tab).click()
      return stoppedAt
    }
    const kills: Record<(typeof kinds)[number], (shown: number) => Promise<number>> = {
      async 'service worker'() {
        await killServiceWorker(stage.context)
        return stopLater()
      },
      async server() {
        await server.restart('SIGKILL')
        return stopLater()
      },
      async network() {
        const restore = await cutNetworkOfRecorder(stage.context)
        const stoppedAt = await stopLater()
        await restore()
        return stoppedAt
      },
      async recorder(shown) {
        // The browser ends a document, or its process crashes.
        if (round % 2 === 0) await stage.context.serviceWorkers()[0]?.evaluate('chrome.offscreen.closeDocument()')
        else {
          killExtensionProcess(profile)
          await expect(stage.tab.getByText('The recorder has crashed.')).toBeVisible({ timeout: 30_000 })
          await reloadExtension(stage.context)
        }
        await finish()
        return shown
      },
      async browser(shown) {
        killBrowser(profile)
        await stage.context.close().catch(() => undefined)
        const again = await recorders.open(profile, server.baseURL)
        await again.addCookies([{ name: 'knowreel_token', value: owner.token, url: server.baseURL }])
        stage = { context: again, tab: again.pages()[0] ?? (await again.newPage()) }
        await finish()
        return shown
      },
    }
    for (const [known, kind] of kinds.entries()) {
      await startFromPopup(stage.context, stage.tab)
      await stage.tab.getByRole('button', { name: 'Start now' }).click()
      await expect(stopButton(stage.tab)).toBeVisible({ timeout: 30_000 })
      await stage.tab.waitForTimeout(1500 + random.below(6000))
      const acknowledged = await readAcknowledged(db, owner.id, proof.folder)
      const endedAt = await kills[kind](await shownMs(stage.tab))
      const missing = await proveRecording(proof, { known, acknowledged, endedAt })
      console.log(`seed ${seed}, ${kind}: ${Math.round(missing)} ms missing, ${acknowledged.length} parts acknowledged`)
    }
    await stage.context.close()
  })
}

test('the page that records is killed', async ({ db, server, createCompany, recorders }) => {
  test.setTimeout(300_000)
  const random = createRandom(seed)
  const company = await createCompany()
  const { owner } = company
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const proof = { db, folder: path.join(server.dataDirectory, 'files'), userId: owner.id }
  const { context } = await openBrowser(recorders.createProfile(), server.baseURL, owner)
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage()
    const tab = await chooseTab(
      { context, page },
      {
        address: `/b/${workspace.shortId}`,
        title: 'Meters',
        workspace: 'Support runbooks',
        content: noisyCounterPage,
      },
    )
    await dialog(page).getByRole('button', { name: 'Start recording' }).click()
    await page.getByRole('button', { name: /^Start now/ }).click()
    await expect(stopRecording(page)).toBeVisible({ timeout: 30_000 })
    await page.waitForTimeout(1500 + random.below(6000))
    const acknowledged = await readAcknowledged(db, owner.id, proof.folder)
    const endedAt = await shownMs(tab)
    await page.goto('chrome://crash').catch(() => undefined)

    const next = await context.newPage()
    await next.goto('/')
    const offer = next.getByRole('dialog', { name: /^Finish the recording of/ })
    await offer.getByRole('button', { name: 'Finish recording' }).click({ timeout: 30_000 })
    await expect(next).toHaveURL(/\/draft\/[a-z0-9]{10}$/)
    const missing = await proveRecording(proof, { known: round, acknowledged, endedAt })
    console.log(`seed ${seed}, page: ${Math.round(missing)} ms missing, ${acknowledged.length} parts acknowledged`)
    for (const one of [page, next, tab]) await one.close()
  }
  await context.close()
})
