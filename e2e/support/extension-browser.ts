/** A Chromium with the recorder extension, as people get it: downloaded from the server and loaded unpacked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, test, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test'
import yauzl from 'yauzl'
import { fakeDevices } from './fake-devices.ts'
import { expect } from './people.ts'

export const extensionId = 'bmckhoingjboiimaidheccahdbcnjcjp'

/** Downloads the extension from an installation and unpacks it. */
export async function unpackExtension(baseURL: string): Promise<string> {
  const response = await fetch(`${baseURL}/recorder/knowreel-recorder.zip`)
  expect(response.status).toBe(200)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-extension-'))
  const zip = await yauzl.fromBufferPromise(Buffer.from(await response.arrayBuffer()))
  for await (const entry of zip.eachEntry()) {
    const file = path.join(folder, entry.fileName)
    mkdirSync(path.dirname(file), { recursive: true })
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    writeFileSync(file, Buffer.concat(chunks))
  }
  return path.join(folder, 'knowreel-recorder')
}

export const removeExtension = (folder: string): void => rmSync(path.dirname(folder), { recursive: true, force: true })

type BrowserOptions = {
  readonly profile: string
  readonly extension: string
  readonly url: string
  readonly args?: string[]
}

/** In a test, with the options of its project. */
export const openExtensionBrowser = (browser: BrowserOptions): Promise<BrowserContext> =>
  launchExtensionBrowser({ ...browser, options: test.info().project.use.launchOptions ?? {} })

export const launchExtensionBrowser = ({
  profile,
  extension,
  url,
  args = [],
  options,
}: BrowserOptions & { options: LaunchOptions }): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...options,
    args: [
      ...(options.args ?? []),
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      ...fakeDevices(args),
      '--window-size=1280,800',
      '--autoplay-policy=no-user-gesture-required',
      ...args,
    ],
    ignoreDefaultArgs: ['--mute-audio'],
    // The size of an emulated window is not that of the tab which is recorded.
    viewport: null,
    baseURL: url,
  })

/** The targets of a browser, also those that Playwright does not list as pages. */
async function openTargets(context: BrowserContext) {
  const browser = await context.browser()?.newBrowserCDPSession()
  if (browser === undefined) throw new Error('This browser has no session for the whole browser')
  const list = async () => (await browser.send('Target.getTargets', { filter: [{}] as never })).targetInfos
  const find = async (end: string) => {
    const found = (await list()).find(({ type, url }) => type !== 'tab' && url.endsWith(end))
    if (found === undefined) throw new Error(`Nothing has an address that ends with ${end}`)
    return found.targetId
  }
  const send = async (targetId: string, method: string, params: object) => {
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId })
    const message = JSON.stringify({ id: 1, method, params })
    await browser.send('Target.sendMessageToTarget', { sessionId, message })
  }
  return { browser, list, find, send }
}

/**
 * Clicks the icon of the extension on a tab, as a person does, and then a button of its popup. Playwright does not list
 * popups as pages, so their protocol is spoken directly.
 */
export async function startFromPopup(context: BrowserContext, page: Page, button = 'Start recording'): Promise<void> {
  await page.bringToFront()
  const { browser, list, send } = await openTargets(context)
  const address = page.url()
  const tab = (await list()).find(({ type, url }) => type === 'tab' && url === address)
  const isPopup = ({ type, url }: { type: string; url: string }) => type === 'page' && url.endsWith('/popup.html')
  const known = (await list()).filter(isPopup).map(({ targetId }) => targetId)
  await browser.send('Extensions.triggerAction' as never, { id: extensionId, targetId: tab?.targetId } as never)
  const findPopup = async () => (await list()).filter(isPopup).find(({ targetId }) => !known.includes(targetId))
  await expect.poll(findPopup, { timeout: 20_000 }).toBeDefined()
  const click = `new Promise((resolve) => {
    const timer = setInterval(() => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('${button}'))
      if (!found) return
      clearInterval(timer)
      found.click()
      resolve(true)
    }, 50)
  })`
  await send((await findPopup())?.targetId ?? '', 'Runtime.evaluate', { expression: click, userGesture: true })
  await expect.poll(findPopup, { timeout: 20_000 }).toBeUndefined()
  await browser.detach()
}

/** One click on the installation's page. */
export async function connectExtension(page: Page): Promise<void> {
  await page.goto('/recorder')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('The extension is connected')).toBeVisible()
}

export async function allowDevices(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`chrome-extension://${extensionId}/permission.html`)
  // The fake dialogs of the browser have allowed everything already.
  const state = await page.evaluate(`navigator.permissions.query({ name: 'camera' }).then(({ state }) => state)`)
  if (state !== 'granted') await page.getByRole('button', { name: 'Allow camera and microphone' }).click()
  await expect(page.getByText(/You can close this page/)).toBeVisible()
  await page.close()
}
