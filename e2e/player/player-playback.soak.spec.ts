/** The watching page with real recordings: resuming, captions, keys. */
import { expect, test, type Browser, type Page } from '@playwright/test'
import { makeRecordings } from './recordings.ts'
import { launchBrowser } from './open-player-page.ts'
import { startPlayerServer, type PlayerServer } from './player-server.ts'

let browser: Browser
let theatre: PlayerServer
test.beforeAll(async () => {
  // Includes making the recordings and building the page.
  test.setTimeout(180_000)
  theatre = await startPlayerServer()
  theatre.serve(await makeRecordings(theatre.folder, 12))
  browser = await launchBrowser()
})
test.afterAll(async () => {
  await browser.close()
  await theatre.close()
})

async function watch(query: string, before: Page | null = null): Promise<Page> {
  const page = before ?? (await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage())
  await page.goto(`${theatre.url}watching?${query}`)
  await expect(position(page)).toBeVisible()
  return page
}
const position = (page: Page) => page.getByRole('slider', { name: 'Position' })
const seconds = async (page: Page) => Number(await position(page).getAttribute('aria-valuenow'))
const storedPositions = (page: Page) => page.evaluate(() => localStorage.getItem('knowreel.places') ?? '[]')

for (const [recordings, from] of [
  ['b,c', 12],
  ['c', 7],
] as const) {
  test(`playback resumes where the viewer left off: ${recordings}`, async () => {
    const page = await watch(`recordings=${recordings}`)
    await expect(page.getByText('Continues at')).toBeHidden()
    await page.keyboard.press('5')
    await page.keyboard.press('k')
    await expect.poll(() => seconds(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(from)
    await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    const left = await seconds(page)

    await watch(`recordings=${recordings}`, page)
    await expect.poll(() => seconds(page)).toBe(left)
    await expect(page.getByText('Continues at')).toBeVisible()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => seconds(page)).toBe(0)
    await expect(page.getByText('Continues at')).toBeHidden()
  })
}

test('a position chosen without playing is kept, too', async () => {
  const page = await watch('recordings=b,c')
  await page.keyboard.press('5')
  await expect.poll(() => seconds(page)).toBeGreaterThan(0)
  const left = await seconds(page)
  await watch('recordings=b,c', page)
  await expect.poll(() => seconds(page)).toBe(left)
})

test('a paragraph in the URL takes precedence over the stored position', async () => {
  const page = await watch('recordings=b,c')
  await page.evaluate(() =>
    localStorage.setItem('knowreel.places', JSON.stringify([{ id: 'article', time: 7000, at: 1 }])),
  )
  await watch('recordings=b,c&paragraph=paragraph-c', page)
  await expect.poll(() => seconds(page)).toBe(11)
  await expect(page.getByText('Continues at')).toBeHidden()
  await watch('recordings=b,c', page)
  await expect.poll(() => seconds(page)).toBe(7)
})

test('a video watched to its end starts over @soak', async () => {
  const page = await watch('recordings=c')
  await page.evaluate(() =>
    localStorage.setItem('knowreel.places', JSON.stringify([{ id: 'article', time: 7000, at: 1 }])),
  )
  await watch('recordings=c', page)
  await page.keyboard.press('9')
  await page.keyboard.press('k')
  await expect.poll(() => storedPositions(page), { timeout: 20_000 }).toBe('[]')
})

for (const recordings of ['b,c', 'c']) {
  test(`captions are shown over the picture while they are spoken, and toggled by key: ${recordings} @soak`, async () => {
    const page = await watch(`recordings=${recordings}&cues`)
    const line = page.locator('[data-captions]')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => seconds(page)).toBe(3)
    await expect(line).toBeHidden()
    await page.keyboard.press('c')
    await expect(line).toHaveText('Open the door.')
    await page.keyboard.press('ArrowRight')
    await expect(line).toHaveText('Read the dial.')
    await page.keyboard.press('ArrowRight')
    await expect(line).toBeHidden()
    await page.getByRole('button', { name: 'Captions' }).click()
    await page.getByRole('menuitem', { name: 'Off' }).click()
    // The menu has the keys until it is closed.
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => seconds(page)).toBe(3)
    await expect(line).toBeHidden()
    await page.getByRole('button', { name: 'Captions' }).click()
    await page.getByRole('menuitem', { name: 'Medium' }).click()
    await watch(`recordings=${recordings}&cues`, page)
    await page.keyboard.press('ArrowRight')
    await expect(line, 'the browser remembers').toHaveText('Open the door.')
  })
}

test('without captions there is no captions button, and the key does nothing @soak', async () => {
  const page = await watch('recordings=c')
  await expect(page.getByRole('button', { name: /Captions/ })).toBeHidden()
  await page.keyboard.press('c')
  await expect(page.locator('[data-captions]')).toBeHidden()
})

test('the question mark lists the shortcuts, and the player ignores keys while the list is open @soak', async () => {
  const page = await watch('recordings=c')
  await page.keyboard.press('Shift+Slash')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Picture in picture')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  expect(await seconds(page)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => seconds(page)).toBe(3)
})

test('where only elements support full screen, the picture fills the page @soak', async () => {
  const page = await (await browser.newContext({ viewport: { width: 800, height: 600 } })).newPage()
  await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await watch('recordings=c', page)
  await page.keyboard.press('f')
  await expect.poll(() => page.locator('[data-stage]').evaluate((stage) => stage.clientHeight)).toBe(600)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[data-stage]').evaluate((stage) => stage.clientHeight)).toBeLessThan(600)
})

for (const recordings of ['b', 'b,c']) {
  test(`playback that stopped with the connection resumes when it is back: ${recordings} @soak`, async () => {
    test.setTimeout(90_000)
    theatre.throttle(60_000)
    const page = await watch(`recordings=${recordings}`)
    await page.getByRole('button', { name: 'Play the video' }).click()
    await expect.poll(() => seconds(page), { timeout: 20_000 }).toBeGreaterThan(0)
    await page.context().setOffline(true)
    await page.keyboard.press('9')
    const fault = page.getByRole('alert')
    await expect(fault).toContainText('Connection lost.', { timeout: 40_000 })

    theatre.throttle(Infinity)
    await page.context().setOffline(false)
    await expect(fault).toBeHidden()
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  })
}
