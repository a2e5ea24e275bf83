/** People who record in a page of the product, without the extension. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, test as playwright, type BrowserContext, type Page } from '@playwright/test'
import { counterPage } from './counted-frames.ts'
import { fakeDevices } from './fake-devices.ts'
import { expect, test as base, type Person } from './people.ts'

export { expect } from './people.ts'

/** Profiles are removed after the test. */
export const test = base.extend<{ createProfile: () => string }>({
  // oxlint-disable-next-line no-empty-pattern
  createProfile: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-profiles-'))
    await use(() => mkdtempSync(path.join(folder, 'profile-')))
    rmSync(folder, { recursive: true, force: true })
  },
})

export type RecordingBrowser = { readonly context: BrowserContext; readonly page: Page }

/** A browser with a camera, a microphone and, if wanted, a tab to record; storage outlives it. */
export async function openBrowser(
  profile: string,
  url: string,
  person: Person,
  { args = [], isPhone = false }: { args?: string[]; isPhone?: boolean } = {},
): Promise<RecordingBrowser> {
  const options = playwright.info().project.use.launchOptions
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [
      ...(options?.args ?? []),
      ...fakeDevices(args),
      '--auto-select-tab-capture-source-by-title=Meter counter',
      ...args,
    ],
    ignoreDefaultArgs: ['--mute-audio'],
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: isPhone,
    baseURL: url,
  })
  await context.addCookies([{ name: 'knowreel_token', value: person.token, url }])
  const page = context.pages()[0] ?? (await context.newPage())
  return { context, page }
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const controls = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true })
export const stopRecording = (page: Page) => controls(page).getByRole('button', { name: /^Stop at/ })

/** Opens the dialog from a workspace and chooses the tab. Resolves to the tab. */
export async function chooseTab(
  { context, page }: RecordingBrowser,
  {
    address,
    title,
    workspace,
    content = counterPage,
  }: { address: string; title: string; workspace: string; content?: string },
): Promise<Page> {
  const tab = await context.newPage()
  await tab.setContent(content)
  await page.bringToFront()
  await beginRecording(page, { address, title, workspace })
  await dialog(page).getByRole('button', { name: 'Choose what to record' }).first().click()
  await expect(dialog(page).getByText('Preview')).toBeVisible()
  return tab
}

/** Opens the dialog from a workspace, and names the article. */
export async function beginRecording(
  page: Page,
  { address, title, workspace }: { address: string; title: string; workspace: string },
): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  await dialog(page)
    .getByRole('button', { name: /Start recording/ })
    .click()
  await expect(dialog(page).getByLabel('Title')).toHaveValue(/^Recording of /)
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: workspace }).click()
  await dialog(page).getByRole('button', { name: 'Next' }).click()
}
