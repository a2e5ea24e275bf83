/** What the extension records besides a tab. */
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { loudnessAt } from '../support/counted-frames.ts'
import { startFromPopup } from '../support/extension-browser.ts'
import { expect, microphoneHz, openPopup, stopButton, test } from '../support/extension-test.ts'
import { isNear, readPictures } from '../support/recorded-colours.ts'

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
      await popup.getByLabel('Position of the camera bubble').selectOption('Top right')
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
