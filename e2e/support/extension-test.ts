/** People whose browser has the recorder extension. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { counterPage, writeTone } from './counted-frames.ts'
import {
  allowDevices,
  connectExtension,
  extensionId,
  openExtensionBrowser,
  removeExtension,
  unpackExtension,
} from './extension-browser.ts'
import { test as base, type Person } from './people.ts'

export { expect } from './people.ts'

/** Frequency of the tone that their microphones hear. */
export const microphoneHz = 1500
/** A page that counts and sounds; the part after the question mark must not be kept. */
export const recordedAddress = 'https://console.example.org/devices?token=secret#secret'

type Recorders = {
  /** For files of the test. */
  readonly folder: string
  /** The extension, unpacked. */
  readonly extension: string
  createProfile(): string
  /** A browser with the extension; the same profile opens it again as it was. */
  open(profile: string, url: string, args?: string[], loaded?: string): Promise<BrowserContext>
  /** Connected and allowed to use devices, with a tab to record. */
  connect(
    profile: string,
    url: string,
    person: Person,
    args?: string[],
    loaded?: string,
  ): Promise<{ context: BrowserContext; page: Page; tab: Page }>
}

export const test = base.extend<{ recorders: Recorders }>({
  recorders: async ({ server }, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-recorders-'))
    const extension = await unpackExtension(server.baseURL)
    const voice = path.join(folder, 'voice.wav')
    writeTone(voice, microphoneHz)
    const open: Recorders['open'] = async (profile, url, args = [], loaded = extension) => {
      const context = await openExtensionBrowser({
        profile,
        extension: loaded,
        url,
        args: [`--use-file-for-fake-audio-capture=${voice}`, ...args],
      })
      await context.route('https://console.example.org/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: counterPage }),
      )
      return context
    }
    await use({
      folder,
      extension,
      createProfile: () => mkdtempSync(path.join(folder, 'profile-')),
      open,
      async connect(profile, url, person, args, loaded) {
        const context = await open(profile, url, args, loaded)
        await context.addCookies([{ name: 'knowreel_token', value: person.token, url }])
        const page = context.pages()[0] ?? (await context.newPage())
        await connectExtension(page)
        await allowDevices(context)
        const tab = await context.newPage()
        await tab.goto(recordedAddress)
        return { context, page, tab }
      },
    })
    rmSync(folder, { recursive: true, force: true })
    removeExtension(extension)
  },
})

export const bar = (tab: Page) => tab.getByRole('region', { name: 'Recorder' })
export const stopButton = (tab: Page) => bar(tab).getByRole('button', { name: /^Stop at/ })

/** The popup as a page of its own. */
export async function openPopup(context: BrowserContext): Promise<Page> {
  const popup = await context.newPage()
  await popup.goto(`chrome-extension://${extensionId}/popup.html`)
  return popup
}

/** How many recordings the extension keeps on this computer. */
export const countSpooled = (popup: Page): Promise<number> =>
  popup.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const recordings = await root.getDirectoryHandle('recordings', { create: true })
    let count = 0
    for await (const _ of recordings.keys()) count++
    return count
  })

export const badgeOf = (popup: Page): Promise<string> => popup.evaluate('chrome.action.getBadgeText({})')
