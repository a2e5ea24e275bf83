/** A Chromium showing the player's own test page. */
import { readFile } from 'node:fs/promises'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import type { PlayerServer } from './player-server.ts'

export type PlayerPage = {
  readonly page: Page
  readonly errors: readonly string[]
  /** Memory held by the pages, including their share of shared memory, in MB. */
  memoryMb: () => Promise<number>
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })

export type PlayerPageOptions = {
  readonly context?: BrowserContextOptions
  /** Runs before any of the page's scripts. */
  readonly initScript?: () => void
}

export async function openPlayerPage(
  browser: Browser,
  theatre: PlayerServer,
  options: PlayerPageOptions = {},
): Promise<PlayerPage> {
  const context = await browser.newContext(options.context)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  if (options.initScript) await page.addInitScript(options.initScript)
  await page.goto(theatre.url)
  await page.waitForFunction(() => 'stage' in window)
  const session = await browser.newBrowserCDPSession()
  return {
    page,
    errors,
    memoryMb: async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      const sizes = processInfo
        .filter(({ type }) => type === 'renderer')
        .map(({ id }) => readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => ''))
      const kilobytes = (await Promise.all(sizes)).map((text) => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0))
      return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024)
    },
  }
}
