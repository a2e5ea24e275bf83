/** The screens of the extension, in both themes by the soak tests. */
import type { BrowserContext, Page } from '@playwright/test'
import { checkScreen } from './support/check-screen.ts'
import { extensionId, startFromPopup } from './support/extension-browser.ts'
import { bar, expect, openPopup, stopButton, test } from './support/extension-test.ts'

/** As large as the popup of the toolbar. */
async function openPopupWindow(context: BrowserContext): Promise<Page> {
  const popup = await openPopup(context)
  await popup.setViewportSize({ width: 360, height: 600 })
  return popup
}

test('popup, permission page, countdown and bar @soak', async ({ server, createCompany, recorders }) => {
  const { owner } = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const profile = recorders.createProfile()
  const problems: string[] = []
  const check = async (page: Page, name: string, selector?: string) =>
    problems.push(
      ...(await checkScreen(page, {
        name: `extension-${name}`,
        widths: [page.viewportSize()?.width ?? 1280],
        selector,
      })),
    )

  const before = await recorders.open(profile, server.baseURL)
  const connect = await openPopupWindow(before)
  await expect(connect.getByText('Connect to begin')).toBeVisible()
  await check(connect, 'connect')
  const permission = await before.newPage()
  await permission.setViewportSize({ width: 800, height: 600 })
  await permission.goto(`chrome-extension://${extensionId}/permission.html`)
  await check(permission, 'permission')
  await before.close()

  const { context, tab } = await recorders.connect(profile, server.baseURL, owner)
  const popup = await openPopupWindow(context)
  await popup.getByRole('switch', { name: 'Camera off' }).click()
  await check(popup, 'setup')
  await startFromPopup(context, tab)
  await expect(tab.getByRole('button', { name: 'Start now' })).toBeVisible()
  await check(tab, 'countdown', 'knowreel-recorder')
  await tab.getByRole('button', { name: 'Start now' }).click()
  await expect(stopButton(tab)).toBeVisible({ timeout: 30_000 })
  // The bar fades while the pointer is elsewhere.
  await tab.mouse.move(400, 300)
  await tab.mouse.move(640, await tab.evaluate('innerHeight - 30'))
  await bar(tab).getByRole('button', { name: 'Pen' }).click()
  await check(tab, 'bar', 'knowreel-recorder')
  await check(popup, 'controls')
  await stopButton(tab).click({ force: true })
  await expect(popup.getByText('Recent')).toBeVisible()
  await check(popup, 'recent')
  expect(problems).toEqual([])
  await context.close()
})
