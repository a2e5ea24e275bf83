/**
 * The browser of a bot: a Chromium of its own with an empty profile, the recorder extension, and the permission to capture
 * its tabs. Nothing secret is in it: no session, no address of an upload.
 */
import { readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { readCommandLine } from '../../platform/database/linux-process.ts'
import { withTimeout } from '../../platform/process/with-timeout.ts'

export type BrowserOptions = {
  readonly chromiumPath: string
  /** The directory of the built extension. */
  readonly extensionDirectory: string
  /** Created for this browser, and removed with it. */
  readonly profileDirectory: string
}

export type BotBrowser = {
  /** The tab of the meeting. */
  readonly page: Page
  /** Opens the recorder in the other tab. */
  openRecorder(prepare: (page: Page) => Promise<void>): Promise<Page>
  /** Resolves when the browser or the tab of the meeting has ended. */
  readonly ended: Promise<void>
  /** Never throws. */
  close(): Promise<void>
}

export const pictureSize = { width: 1280, height: 720, frameRate: 15 } as const

/** Fixed by the key in the manifest. */
const extensionId = 'bmckhoingjboiimaidheccahdbcnjcjp'

const startMs = 60_000
const prepareMs = 20_000
const closeMs = 8000

export async function openBrowser(options: BrowserOptions): Promise<BotBrowser> {
  const { chromiumPath, extensionDirectory, profileDirectory } = options
  const { width, height } = pictureSize
  const context = await chromium.launchPersistentContext(profileDirectory, {
    executablePath: chromiumPath,
    headless: true,
    timeout: startMs,
    viewport: { width, height },
    locale: 'en-US',
    acceptDownloads: false,
    chromiumSandbox: process.getuid?.() !== 0,
    // Meetings are seen and heard, but nothing of the machine is.
    env: { PATH: process.env.PATH ?? '', HOME: profileDirectory, TZ: 'UTC', LANG: 'C.UTF-8' },
    // The process that started it ends it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: ['--mute-audio', '--disable-extensions'],
    args: [
      `--disable-extensions-except=${extensionDirectory}`,
      `--load-extension=${extensionDirectory}`,
      `--allowlisted-extension-id=${extensionId}`,
      '--autoplay-policy=no-user-gesture-required',
      '--disable-gpu',
      '--no-pings',
    ],
  })
  const kill = async () => {
    const pid = await pidOf(profileDirectory)
    if (pid !== null) tryToKill(pid)
  }
  try {
    return await withTimeout(prepareTabs(context, profileDirectory, kill), prepareMs)
  } catch (error) {
    await closeContext(context, profileDirectory, kill)
    throw error
  }
}

async function prepareTabs(
  context: BrowserContext,
  profileDirectory: string,
  kill: () => Promise<void>,
): Promise<BotBrowser> {
  const page = context.pages()[0] ?? (await context.newPage())
  const kept = new Set<Page>([page])
  // The recorder records the only other tab.
  const closeOthers = (opened: Page) => {
    if (!kept.has(opened) && !isRecorder(opened)) void opened.close().catch(() => undefined)
  }
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  const ended = new Promise<void>((resolve) => {
    context.on('close', () => resolve())
    page.on('close', () => resolve())
    page.on('crash', () => resolve())
  })
  return {
    page,
    async openRecorder(prepare) {
      const recorder = await context.newPage()
      kept.add(recorder)
      context.on('page', closeOthers)
      await prepare(recorder)
      await recorder.goto(`chrome-extension://${extensionId}/meeting.html`)
      await page.bringToFront()
      return recorder
    },
    ended,
    close: () => closeContext(context, profileDirectory, kill),
  }
}

const isRecorder = (page: Page): boolean => page.url().startsWith('chrome-extension://')

/** A browser that does not close is killed. */
async function closeContext(context: BrowserContext, profileDirectory: string, kill: () => Promise<void>) {
  await withTimeout(context.close(), closeMs).catch(kill)
  await kill()
  await rm(profileDirectory, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** `SingletonLock` names the host and the process; null once it has ended. */
async function pidOf(profileDirectory: string): Promise<number | null> {
  const target = await readlink(path.join(profileDirectory, 'SingletonLock')).catch(() => '')
  const pid = Number(/-(\d+)$/.exec(target)?.[1])
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null
}

/** Kills the browser of a process that has ended: it may still take part in its meeting. */
export async function endLeftBrowser(profileDirectory: string): Promise<void> {
  const pid = await pidOf(profileDirectory)
  if (pid === null) return
  if (readCommandLine(pid).some((argument) => argument.includes(profileDirectory))) tryToKill(pid)
}

function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
